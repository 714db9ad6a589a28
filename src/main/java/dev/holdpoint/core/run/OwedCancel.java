package dev.holdpoint.core.run;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * A task whose server is to be told that nobody waits for it any more. It is written by the commit
 * that ends the run, and goes when the server knows.
 *
 * @param server by its name in the configuration
 * @param taskId by which the server knows the work
 * @param untilMs after which nobody tries any more
 * @param attempts how often the server could not be told so far
 * @param nextAtMs when it is to be told
 */
public record OwedCancel(
    long key, String server, String taskId, long untilMs, int attempts, long nextAtMs)
    implements StoredRecord {
  public static final RecordKind<OwedCancel> KIND = RecordKind.uncached(61, OwedCancel.class);

  /** A server that is away for a moment hears of it also where the time of the task is over. */
  private static final long LEAST_MS = 3_600_000;

  /** Longer than an attempt takes: its node has this time before another one tries. */
  private static final long ATTEMPT_MS = 60_000;

  private static final long FIRST_PAUSE_MS = 1_000;
  private static final long LONGEST_PAUSE_MS = 300_000;
  private static final int MOST_DOUBLINGS = 9;

  /**
   * @param remote a task
   */
  public static OwedCancel of(long key, RemoteCall remote, String taskId, long nowMs) {
    return new OwedCancel(
        key, remote.server(), taskId, Math.max(remote.untilMs(), nowMs + LEAST_MS), 0, nowMs);
  }

  @Override
  public String group() {
    return server;
  }

  @Override
  public Long dueAtMs() {
    return nextAtMs;
  }

  /** Somebody tells the server now. */
  public OwedCancel attempted(long nowMs) {
    return at(attempts, nowMs + ATTEMPT_MS);
  }

  /** The server could not be told. */
  public OwedCancel failed(long nowMs) {
    long pause = FIRST_PAUSE_MS << Math.min(attempts, MOST_DOUBLINGS);
    return at(attempts + 1, nowMs + Math.min(pause, LONGEST_PAUSE_MS));
  }

  private OwedCancel at(int failures, long next) {
    return new OwedCancel(key, server, taskId, untilMs, failures, next);
  }
}
