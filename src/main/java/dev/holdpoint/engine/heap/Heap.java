package dev.holdpoint.engine.heap;

/**
 * How the heap is shared out: the one place where its size becomes budgets. From about 700 MB on,
 * none of them is lower than what is configured by default.
 *
 * @param bytes what the process may use at most
 */
public record Heap(long bytes) {
  /** What is supported, as {@code -Xmx} is given. */
  public static final int SMALLEST_MB = 64;

  /** The collector keeps a part of what is given for itself. */
  private static final long SMALLEST = (SMALLEST_MB - 8L) << 20;

  /** What the daemon has in memory when nobody asks anything of it. */
  private static final long OWN = 16L << 20;

  /**
   * What a byte of a body costs, first while it is handled and then in the run that comes of it:
   * the text, what a model makes of it, the documents of both, and the copies on the way.
   */
  private static final int HANDLED = 20;

  private static final long MOST_TRANSCRIPTS = 16L << 20;
  private static final long A_READER = 16L << 20;
  private static final long A_WORKER = 3L << 20;
  private static final long LITTLE = 192L << 20;
  private static final int FEW = 2;

  private static final Heap OF_THIS_PROCESS = new Heap(Runtime.getRuntime().maxMemory());

  public static Heap ofThisProcess() {
    return OF_THIS_PROCESS;
  }

  public boolean isSupported() {
    return bytes >= SMALLEST;
  }

  public long megabytes() {
    return bytes >> 20;
  }

  /** Of all requests under way together: their bodies, and what is read for them. */
  public long requests() {
    return Math.max(1L << 20, (bytes - OWN) / 2);
  }

  /** The same of requests by callers whom nobody knows, who take none of the others' room. */
  public long anonymous() {
    return bytes / 32;
  }

  /** The largest body that fits alone, if it is text. */
  public int body(int configured) {
    return (int) Math.min(configured, requests() / HANDLED);
  }

  /** The largest file, which comes in a body in base 64. */
  public int file(int configured) {
    return Math.min(configured, body(Integer.MAX_VALUE) / 4 * 3);
  }

  /** Of runs at work: large ones go one after the other. */
  public long work() {
    return requests() / 2;
  }

  public int workers(int configured) {
    return (int) Math.min(configured, Math.max(FEW, requests() / A_WORKER));
  }

  /** How many changes are committed together: each may be of a large run. */
  public int works(int most) {
    return bytes < LITTLE ? FEW : most;
  }

  /** Of transcripts that are kept at hand in one place. */
  public long transcripts() {
    return Math.min(MOST_TRANSCRIPTS, bytes / 32);
  }

  /** Of frames that readers of streams have not taken yet. */
  public long frames() {
    return bytes / 16;
  }

  /** How many sources of streams may be read at the same time. */
  public int streamReaders(int most) {
    return Math.clamp(requests() / A_READER, 1, most);
  }

  /** How many rows of unknown size may be read at once. */
  public int rows(int most) {
    return Math.clamp(requests() / A_WORKER, 1, most);
  }
}
