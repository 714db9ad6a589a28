package dev.holdpoint.agent.acp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.agent.peer.AgentKeys;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** The end of what a program has said on its stderr, without the keys that it was given. */
public final class StderrTail {
  private static final int KEPT = 64 * 1024;
  private static final int SHOWN = 300;

  // Colours and titles; then whatever a terminal would take for an order.
  private static final Pattern ESCAPES =
      Pattern.compile("\u001b\\[[0-?]*[ -/]*[@-~]|\u001b\\][^\u0007\u001b]*(\u0007|\u001b\\\\)?");
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final Pattern CONTROL = Pattern.compile("\\p{C}+");

  private final byte[] kept = new byte[KEPT];
  private final AgentKeys keys;
  private long written;

  public StderrTail(AgentKeys keys) {
    this.keys = keys;
  }

  /** Reads until there is no more. */
  public void read(InputStream in) throws IOException {
    byte[] chunk = new byte[8192];
    for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
      add(chunk, n);
    }
  }

  private synchronized void add(byte[] bytes, int length) {
    for (int i = 0; i < length; i++) {
      kept[(int) (written++ % KEPT)] = bytes[i];
    }
  }

  public synchronized String text() {
    if (written <= KEPT) {
      return keys.hidden(new String(kept, 0, (int) written, UTF_8));
    }
    int start = (int) (written % KEPT);
    byte[] all = Arrays.copyOf(Arrays.copyOfRange(kept, start, KEPT), KEPT);
    System.arraycopy(kept, 0, all, KEPT - start, start);
    String said = keys.hidden(new String(all, UTF_8));
    // It may begin in the middle of a key.
    return said.substring(Math.min(keys.longest(), said.length()));
  }

  /** The last line that says anything, fit to be shown; empty if there is none. */
  public String line() {
    List<String> lines = text().lines().map(l -> plain(l, keys)).filter(l -> !l.isEmpty()).toList();
    return lines.isEmpty() ? "" : lines.getLast();
  }

  /**
   * Keys are taken out before the end is cut off, and again when nothing is in between any more.
   */
  public static String plain(String text, AgentKeys keys) {
    return plain(text, keys, SHOWN);
  }

  /** The same with at most so many characters. */
  public static String plain(String text, AgentKeys keys, int shown) {
    return keys.hidden(plain(keys.hidden(text), shown));
  }

  /** What somebody outside has said, as one short line without anything that is not seen. */
  public static String plain(String text) {
    return plain(text, SHOWN);
  }

  private static String plain(String text, int shown) {
    String start = text.length() > 4 * shown ? text.substring(0, 4 * shown) : text;
    String inOneLine = BLANKS.matcher(ESCAPES.matcher(start).replaceAll("")).replaceAll(" ");
    String clean = CONTROL.matcher(inOneLine).replaceAll("").strip();
    return clean.length() > shown ? clean.substring(0, shown) + "…" : clean;
  }
}
