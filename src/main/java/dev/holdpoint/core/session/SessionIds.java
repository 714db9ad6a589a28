package dev.holdpoint.core.session;

import org.jspecify.annotations.Nullable;

/** Which session ids a caller may choose. */
public final class SessionIds {
  public static final int MAX_LENGTH = 200;
  private static final String RESERVED = "/\\%;?#";

  private SessionIds() {}

  /** What is wrong with the id, or null. */
  public static @Nullable String fault(String id) {
    if (id.isEmpty() || id.codePointCount(0, id.length()) > MAX_LENGTH) {
      return "An id has 1 to " + MAX_LENGTH + " characters.";
    }
    if (id.equals(".") || id.equals("..")) {
      return "An id cannot be . or .. because clients remove such path segments.";
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if (Character.isISOControl(c) || RESERVED.indexOf(c) >= 0) {
        return "An id cannot contain control characters or any of / \\ % ; ? #.";
      }
      if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || i + 1 == id.length()
            || !Character.isLowSurrogate(id.charAt(i + 1))) {
          return "An id must be valid Unicode.";
        }
        i++;
      }
    }
    return null;
  }
}
