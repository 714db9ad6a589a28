package dev.holdpoint.agent.acp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The lines of a stream, none of which is kept beyond its limit. */
final class BoundedLines {
  private static final int USUAL = 64 * 1024;

  private final InputStream in;
  private final int limit;
  private final byte[] chunk = new byte[USUAL];
  private int at;
  private int filled;

  BoundedLines(InputStream in, int limit) {
    this.in = in;
    this.limit = limit;
  }

  /** A line is longer than it may be; what follows it cannot be told from the rest of it. */
  static final class TooLong extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** The next line without its end, null when there is none. What has no end is no line. */
  @Nullable String next() throws IOException, TooLong {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      int end = at;
      while (end < filled && chunk[end] != '\n') {
        end++;
      }
      if (line.size() + (end - at) > limit) {
        throw new TooLong();
      }
      line.write(chunk, at, end - at);
      if (end < filled) {
        at = end + 1;
        String text = line.toString(UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
      }
      at = 0;
      filled = Math.max(in.read(chunk), 0);
      if (filled == 0) {
        return null;
      }
    }
  }
}
