package dev.holdpoint.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Where a response that is arriving ends, found without making objects: the driver shares the
 * processor with what it measures.
 */
final class Response {
  private static final byte[] LENGTH = "\r\ncontent-length:".getBytes(ISO_8859_1);

  private Response() {}

  /** How long the whole response is, or -1 while that is not known or not all of it is there. */
  static int end(byte[] bytes, int length) {
    int head = headEnd(bytes, length);
    if (head < 0) {
      return -1;
    }
    int end = head + contentLength(bytes, head);
    return end <= length ? end : -1;
  }

  static int status(byte[] bytes) {
    return (bytes[9] - '0') * 100 + (bytes[10] - '0') * 10 + (bytes[11] - '0');
  }

  static String body(byte[] bytes, int end) {
    int head = headEnd(bytes, end);
    return new String(bytes, head, end - head, UTF_8);
  }

  /** Behind the empty line, or -1. */
  static int headEnd(byte[] bytes, int length) {
    for (int i = 3; i < length; i++) {
      if (bytes[i] == '\n'
          && bytes[i - 1] == '\r'
          && bytes[i - 2] == '\n'
          && bytes[i - 3] == '\r') {
        return i + 1;
      }
    }
    return -1;
  }

  private static int contentLength(byte[] bytes, int head) {
    for (int from = 0; from + LENGTH.length < head; from++) {
      if (bytes[from] == '\r' && matches(bytes, from)) {
        return number(bytes, from + LENGTH.length);
      }
    }
    throw new IllegalStateException(
        "a response without Content-Length:\n"
            + new String(Arrays.copyOf(bytes, head), ISO_8859_1));
  }

  private static boolean matches(byte[] bytes, int from) {
    for (int i = 0; i < LENGTH.length; i++) {
      int c = bytes[from + i];
      if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != LENGTH[i]) {
        return false;
      }
    }
    return true;
  }

  private static int number(byte[] bytes, int from) {
    int value = 0;
    for (int i = from; bytes[i] != '\r'; i++) {
      if (bytes[i] != ' ') {
        value = value * 10 + (bytes[i] - '0');
      }
    }
    return value;
  }
}
