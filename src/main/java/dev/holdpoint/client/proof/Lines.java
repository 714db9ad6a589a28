package dev.holdpoint.client.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** The lines of an export, none of which may be longer than fits into memory with ease. */
final class Lines {
  static final int LONGEST = 1 << 20;

  private final InputStream in;
  private final byte[] buffer = new byte[64 * 1024];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int at;
  private int filled;
  private long number;
  private boolean tooLong;

  Lines(InputStream in) {
    this.in = in;
  }

  /** Goes to the next line; false after the last. */
  boolean next() throws IOException {
    line.reset();
    tooLong = false;
    if (!fill()) {
      return false;
    }
    number++;
    do {
      int end = at;
      while (end < filled && buffer[end] != '\n') {
        end++;
      }
      take(end - at);
      at = end;
      if (at < filled) {
        at++;
        break;
      }
    } while (fill());
    return true;
  }

  private boolean fill() throws IOException {
    if (at == filled) {
      at = 0;
      filled = Math.max(0, in.read(buffer));
    }
    return filled > 0;
  }

  private void take(int length) {
    tooLong |= line.size() + length > LONGEST;
    if (!tooLong) {
      line.write(buffer, at, length);
    }
  }

  /** Counted from 1. */
  long number() {
    return number;
  }

  String text() throws Malformed {
    if (tooLong) {
      throw new Malformed("the line is longer than " + LONGEST + " bytes");
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(line.toByteArray())).toString();
    } catch (CharacterCodingException _) {
      throw new Malformed("the line is not UTF-8");
    }
  }
}
