package dev.holdpoint.core.description;

import java.util.Locale;

/** What a call does, by the shape of its input. */
public enum CallKind {
  COMMAND("Run a command"),
  FILE_WRITE("Write a file"),
  FILE_EDIT("Edit a file"),
  HTTP("Call a server"),
  MCP("Use an MCP tool"),
  /** A request for approval in an agent's own words. */
  ITEMS("Approve a request"),
  OTHER("Use a tool");

  private final String says;

  CallKind(String says) {
    this.says = says;
  }

  /** For messages that say nothing of the input. */
  public String says() {
    return says;
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
