package dev.holdpoint.http.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** Builds the bytes of server-sent events. */
public final class Frames {
  /** No id, so that a browser keeps the last one it saw. */
  private static final byte[] HEARTBEAT =
      event(null, "heartbeat", bytes("{\"type\":\"heartbeat\"}"));

  private static final byte[] DATA = bytes("data: ");
  private static final byte[] REPLACEMENT = bytes("\uFFFD");

  private Frames() {}

  public static byte[] heartbeat() {
    return HEARTBEAT.clone();
  }

  /**
   * One event. A line break inside the data becomes a further {@code data:} line, which the reader
   * joins again; a NUL, which some readers stop at, becomes the replacement character.
   */
  public static byte[] event(@Nullable String id, String type, byte[] data) {
    var out = new ByteArrayOutputStream(data.length + type.length() + 48);
    if (id != null) {
      out.writeBytes(bytes("id: " + oneLine(id) + "\n"));
    }
    out.writeBytes(bytes("event: " + oneLine(type) + "\n"));
    writeData(out, data);
    out.write('\n');
    return out.toByteArray();
  }

  /** An event that has no type and no id. */
  public static byte[] data(byte[] data) {
    var out = new ByteArrayOutputStream(data.length + 16);
    writeData(out, data);
    out.write('\n');
    return out.toByteArray();
  }

  /**
   * Says nothing but where the reader is, so that it can come back before anything was said.
   *
   * @param retryMs how long it waits before it does
   */
  public static byte[] place(String id, int retryMs) {
    return bytes("id: " + oneLine(id) + "\nretry: " + retryMs + "\ndata: \n\n");
  }

  /** A comment, which a reader skips: it only shows that the connection lives. */
  public static byte[] comment(String text) {
    return bytes(": " + oneLine(text) + "\n\n");
  }

  private static void writeData(ByteArrayOutputStream out, byte[] data) {
    out.writeBytes(bytes("data: "));
    int from = 0;
    for (int i = 0; i < data.length; i++) {
      byte b = data[i];
      if (b != '\n' && b != '\r' && b != 0) {
        continue;
      }
      out.write(data, from, i - from);
      if (b == 0) {
        out.writeBytes(REPLACEMENT);
      } else {
        if (b == '\r' && i + 1 < data.length && data[i + 1] == '\n') {
          i++;
        }
        out.write('\n');
        out.writeBytes(DATA);
      }
      from = i + 1;
    }
    out.write(data, from, data.length - from);
    out.write('\n');
  }

  private static String oneLine(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' || c == '\r' || c == 0) {
        throw new IllegalArgumentException("an id, type or comment must be one line without NUL");
      }
    }
    return text;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
