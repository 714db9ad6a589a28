package dev.holdpoint.cli.connect;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Matchers of tools as Claude Code reads them. One that it cannot read matches nothing, so that no
 * tool would be asked about and nobody told.
 */
final class ToolPattern {
  /** Flags inside a pattern and atomic groups: read here, and an error in JavaScript. */
  private static final Pattern ONLY_JAVA = Pattern.compile("(?<!\\\\)\\(\\?(?![:=!<])");

  private ToolPattern() {}

  /** What is wrong with it; null when nothing is. */
  static @Nullable String fault(String matcher) {
    if (matcher.isEmpty() || matcher.equals("*")) {
      return null;
    }
    if (matcher.isBlank()) {
      return "it is empty";
    }
    try {
      var _ = Pattern.compile(matcher);
    } catch (PatternSyntaxException e) {
      return e.getDescription() + (e.getIndex() < 0 ? "" : " near index " + e.getIndex());
    }
    return ONLY_JAVA.matcher(matcher).find()
        ? "after '(?' only ':', '=', '!' and '<' are supported"
        : null;
  }
}
