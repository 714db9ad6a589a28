package dev.holdpoint.http.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.regex.Pattern;

/** What is written for those who read the page's scripts, and not for browsers. */
final class Comments {
  /** Whole lines alone, which is how we write them: within a line, a string could look like one. */
  private static final Pattern COMMENT =
      Pattern.compile("^[ \\t]*(?://.*|/\\*(?:(?!\\*/)[\\s\\S])*\\*/[ \\t]*)$", Pattern.MULTILINE);

  private Comments() {}

  /** The same script without them. Its lines stay, so that an error names the right one. */
  static byte[] without(byte[] script) {
    return COMMENT
        .matcher(new String(script, UTF_8))
        .replaceAll(comment -> "\n".repeat((int) comment.group().lines().count() - 1))
        .getBytes(UTF_8);
  }
}
