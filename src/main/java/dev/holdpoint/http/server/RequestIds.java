package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The id that a request is known by in answers and logs. */
public final class RequestIds {
  private static final Set<Integer> TELLING = Set.of(401, 403, 404);
  private static final byte[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".getBytes(ISO_8859_1);
  private static final int MAX_LENGTH = 128;

  private RequestIds() {}

  /** The caller's own id where it is safe to echo and to log, else a new one. */
  static String of(@Nullable String sent) {
    return sent != null && isSafe(sent) ? sent : next();
  }

  /**
   * The address of one occurrence, so that people can ask about it. Null for refusals that must not
   * be told apart by more than their request id: those that would tell what exists. An id has no
   * letter that needs escaping.
   */
  public static @Nullable String instance(int status, @Nullable String requestId) {
    return requestId == null || TELLING.contains(status)
        ? null
        : "urn:holdpoint:request:" + requestId;
  }

  /** {@code req_} and a ULID. It only has to be unique, not unguessable. */
  static String next() {
    byte[] id = {
      'r', 'e', 'q', '_', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0
    };
    var random = ThreadLocalRandom.current();
    fill(id, 4, 10, System.currentTimeMillis());
    fill(id, 14, 8, random.nextLong());
    fill(id, 22, 8, random.nextLong());
    return new String(id, ISO_8859_1);
  }

  private static void fill(byte[] id, int from, int length, long bits) {
    for (int i = from + length - 1; i >= from; i--) {
      id[i] = ALPHABET[(int) (bits & 31)];
      bits >>>= 5;
    }
  }

  private static boolean isSafe(String id) {
    if (id.isEmpty() || id.length() > MAX_LENGTH) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      boolean safe =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '.'
              || c == '_'
              || c == '-';
      if (!safe) {
        return false;
      }
    }
    return true;
  }
}
