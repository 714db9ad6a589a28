package dev.holdpoint.api.endpoint;

/** The protocols that the daemon speaks, each with its own way of refusing a call. */
public enum Surface {
  /** {@code /v1}. */
  NATIVE,
  /** For clients that show prompts beside a chat. */
  AMBIENT,
  /** For host applications, with signed assertions. */
  SIGNED,
  /** At which every refusal is an error of JSON-RPC. */
  MCP,
  /** Hooks of coding agents. */
  HOOKS,
  /** Front ends that speak AG-UI. */
  AG_UI,
  /** The page, and what belongs to no surface. */
  OTHER;

  /** Also for paths that lead nowhere: they are refused as the surface around them refuses. */
  public static Surface of(String path) {
    return switch (root(path)) {
      case "/v1" -> NATIVE;
      case "/api" -> AMBIENT;
      case "/approvals", "/conversations", "/integration", "/problems" -> SIGNED;
      // It has one path and nothing below it.
      case "/mcp" -> path.equals("/mcp") ? MCP : OTHER;
      case "/hooks" -> HOOKS;
      case "/ag-ui" -> AG_UI;
      default -> OTHER;
    };
  }

  /** Whether only clients of ours call it, so that what they misspell can be refused. */
  public boolean isOurs() {
    return this == NATIVE || this == HOOKS;
  }

  private static String root(String path) {
    int end = path.indexOf('/', 1);
    return end < 0 ? path : path.substring(0, end);
  }
}
