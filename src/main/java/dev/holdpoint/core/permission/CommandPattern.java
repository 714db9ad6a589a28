package dev.holdpoint.core.permission;

/**
 * The command half of a rule, in one of three forms: {@code git push *} is these words alone or
 * followed by more; {@code =text} is exactly that text; anything else is exactly itself. The marked
 * form exists for commands that themselves end in a star: a grant for {@code rm *} as it was shown
 * must not become a grant for every {@code rm}.
 */
record CommandPattern(String text, boolean prefix) {
  private static final String ANY_REST = " *";
  private static final char EXACTLY = '=';

  static CommandPattern parse(String pattern) {
    if (pattern.charAt(0) == EXACTLY) {
      return new CommandPattern(ShellCommand.fold(pattern.substring(1)), false);
    }
    return pattern.endsWith(ANY_REST)
        ? new CommandPattern(
            ShellCommand.fold(pattern.substring(0, pattern.length() - ANY_REST.length())), true)
        : new CommandPattern(ShellCommand.fold(pattern), false);
  }

  /** A bare star would speak for every command; a rule without a command pattern says that. */
  static boolean isValid(String pattern) {
    return !pattern.isBlank()
        && !pattern.equals("=")
        && !pattern.strip().equals("*")
        && pattern.indexOf('\0') < 0;
  }

  static String exactly(String folded) {
    return folded.endsWith(ANY_REST)
            || folded.equals("*")
            || (!folded.isEmpty() && folded.charAt(0) == EXACTLY)
        ? EXACTLY + folded
        : folded;
  }

  static String startingWith(String words) {
    return words + ANY_REST;
  }

  /**
   * @param grants whether the rule lets something through: then a prefix speaks only for a simple
   *     command, since {@code git push *} must not carry {@code git push; rm -rf /} with it
   */
  boolean matches(ShellCommand command, boolean grants) {
    if (grants) {
      return prefix ? command.simple() && covers(command.folded()) : covers(command.folded());
    }
    return command.parts().stream().anyMatch(this::covers);
  }

  private boolean covers(String folded) {
    return folded.equals(text)
        || (prefix
            && folded.length() > text.length()
            && folded.startsWith(text)
            && folded.charAt(text.length()) == ' ');
  }
}
