package dev.holdpoint.http.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.regex.Pattern;

/** What is written for those who read the page's scripts and styles, and not for browsers. */
final class Comments {
  private static final String BLOCK = "/\\*(?:(?!\\*/)[\\s\\S])*\\*/";

  /** Whole lines alone, which is how we write them: within a line, a string could look like one. */
  private static final Pattern COMMENT =
      Pattern.compile("^[ \\t]*(?://.*|" + BLOCK + "[ \\t]*)$", Pattern.MULTILINE);

  private static final Pattern OF_STYLES = Pattern.compile(BLOCK);

  /** No text in our styles has any of these signs. */
  private static final Pattern SPACE_OF_STYLES = Pattern.compile("\\s*([{};,])\\s*");

  private Comments() {}

  /** The same script without them. Its lines stay, so that an error names the right one. */
  static byte[] without(byte[] script) {
    return COMMENT
        .matcher(new String(script, UTF_8))
        .replaceAll(comment -> "\n".repeat((int) comment.group().lines().count() - 1))
        .getBytes(UTF_8);
  }

  /** The same style without them, and without the space that is for readers as well. */
  static String withoutInStyle(String style) {
    return SPACE_OF_STYLES.matcher(OF_STYLES.matcher(style).replaceAll("")).replaceAll("$1");
  }
}
