package dev.holdpoint.cli.connect;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Matchers of tools as programs read them. One that the program cannot read matches nothing, so
 * that no tool would be asked about and nobody told.
 */
final class ToolPattern {
  /** Flags inside a pattern and atomic groups: read here, and an error in JavaScript. */
  private static final Pattern ONLY_JAVA = Pattern.compile("(?<!\\\\)\\(\\?(?![:=!<])");

  /** What looks ahead or behind, and groups that are looked at again: errors in Rust. */
  private static final Pattern NOT_IN_RUST =
      Pattern.compile("(?<!\\\\)(\\(\\?(<?[=!]|>)|\\\\([1-9]|k<))");

  private ToolPattern() {}

  /** The same for a program that is written in Rust; null when nothing is wrong with it. */
  static @Nullable String faultInRust(String matcher) {
    return NOT_IN_RUST.matcher(matcher).find()
        ? "it cannot look ahead or behind; leave tools out with --skip"
        : fault(matcher);
  }

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
