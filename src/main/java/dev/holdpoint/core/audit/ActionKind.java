package dev.holdpoint.core.audit;

import java.util.Locale;

/** What sort of thing was done outside. Stored by name: append only. */
public enum ActionKind {
  /** A command of the session's workspace. */
  TOOL_PROCESS,
  /** Another tool of the daemon. */
  TOOL,
  HTTP_CALL,
  DELIVERY,
  MCP_CALL,
  /** Somebody's signed word on an approval, which came from outside. */
  DECISION;

  public static ActionKind ofTool(String name) {
    return name.equals("bash")
        ? TOOL_PROCESS
        : name.equals("http_request") ? HTTP_CALL : name.startsWith("mcp__") ? MCP_CALL : TOOL;
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
