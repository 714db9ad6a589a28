package dev.holdpoint.cli;

import java.util.Map;

/**
 * Colours, or none.
 *
 * @param colours whether the reader is a terminal that shows them
 */
public record Paint(boolean colours) {
  /** For standard output. The launcher knows what it is; Java can only ask about all at once. */
  public static Paint ofProcess() {
    return of(Boolean.getBoolean("holdpoint.stdout.terminal"), System.getenv());
  }

  static Paint of(boolean terminal, Map<String, String> environment) {
    // https://no-color.org: set and not empty.
    return new Paint(
        terminal
            && environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "").equals("dumb"));
  }

  public String bold(String text) {
    return in("1", text);
  }

  public String dim(String text) {
    return in("2", text);
  }

  public String red(String text) {
    return in("31", text);
  }

  public String green(String text) {
    return in("32", text);
  }

  public String yellow(String text) {
    return in("33", text);
  }

  public String cyan(String text) {
    return in("36", text);
  }

  private String in(String code, String text) {
    return colours ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
