package dev.holdpoint.programs;

/** What people want to know of a program before they rely on it. */
enum Column {
  ASKS("asks"),
  ALLOW("allow"),
  DENY("deny with words"),
  EDIT("edit"),
  GRANT("grant by pattern"),
  QUESTION("question"),
  FAILS_CLOSED("fails closed"),
  DAEMON_KILLED("daemon killed"),
  PROGRAM_KILLED("program killed");

  private final String title;

  Column(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
