package dev.holdpoint.cli.connect;

/**
 * One thing that was looked at.
 *
 * @param detail what was found; where it is not well, also what to do
 */
record Check(String name, boolean ok, String detail) {
  static Check good(String name, String detail) {
    return new Check(name, true, detail);
  }

  static Check bad(String name, String detail) {
    return new Check(name, false, detail);
  }
}
