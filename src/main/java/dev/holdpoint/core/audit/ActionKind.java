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
  /** A vote on an approval, by a person, key or rule; older ledgers have signed ones alone. */
  DECISION,
  /** What a person said of an effect that nobody was sure of. */
  EFFECT,
  /** A permit was redeemed, or its result came. */
  PERMIT,
  /** An act of administration. */
  ADMIN;

  /**
   * Whether records of this kind have evidence beside them, and no signature of their own: the
   * checkpoint that ends their commit is signed for them.
   */
  public boolean isCovered() {
    return switch (this) {
      case TOOL_PROCESS, TOOL, HTTP_CALL, DELIVERY, MCP_CALL -> false;
      case DECISION, EFFECT, PERMIT, ADMIN -> true;
    };
  }

  public static ActionKind ofTool(String name) {
    return name.equals("bash")
        ? TOOL_PROCESS
        : name.equals("http_request") ? HTTP_CALL : name.startsWith("mcp__") ? MCP_CALL : TOOL;
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
