package dev.holdpoint.agent.tool.shell;

/** What a part of a shell's text stands inside of. */
enum ShellFrame {
  COMMANDS,
  PARENTHESES,
  BACKTICKS,
  DOUBLE_QUOTES,
  /** {@code ((…))}. */
  ARITHMETIC,
  /** The older {@code $[…]}. */
  BRACKETS
}
