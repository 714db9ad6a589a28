package dev.holdpoint.agent.tool;

import dev.holdpoint.engine.json.Digests;
import java.nio.charset.StandardCharsets;

/**
 * Any text as one file name, different texts as different names. Letters, digits, {@code - _ .}
 * stay as they are, everything else becomes {@code %} and four hex digits of its UTF-16 unit; so no
 * name depends on the file system's idea of Unicode. What would be too long is cut and its digest
 * put behind a {@code ~}, which no short name contains.
 */
final class SafeName {
  private static final int MAX_LENGTH = 180;
  private static final int READABLE = 60;

  private SafeName() {}

  static String of(String text) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // A dot in front would hide the folder, or be one of the two names that are taken.
      if (isPlain(c) || (c == '.' && i > 0)) {
        name.append(c);
      } else {
        name.append(String.format("%%%04X", (int) c));
      }
    }
    if (name.isEmpty()) {
      return "~";
    }
    return name.length() <= MAX_LENGTH
        ? name.toString()
        : name.substring(0, READABLE)
            + "~"
            + Digests.sha256Hex(text.getBytes(StandardCharsets.UTF_16BE));
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_';
  }
}
