package dev.holdpoint.api.endpoint;

import java.util.List;

/** The protocols that the daemon speaks, each with its own way of refusing a call. */
public enum Surface {
  /** {@code /v1}. */
  NATIVE("/v1"),
  /** For clients that show prompts beside a chat. */
  AMBIENT("/api"),
  /** For host applications, with signed assertions. */
  SIGNED("/approvals", "/conversations", "/integration", "/problems"),
  /** At which every refusal is an error of JSON-RPC. */
  MCP("/mcp"),
  HOOKS("/hooks"),
  /** The page, and what is beside all surfaces. */
  OTHER;

  private final List<String> roots;

  Surface(String... roots) {
    this.roots = List.of(roots);
  }

  /** Also for paths that lead nowhere: they are refused as the surface around them refuses. */
  public static Surface of(String path) {
    // MCP has one path and nothing below it.
    if (path.startsWith("/mcp/")) {
      return OTHER;
    }
    for (Surface surface : values()) {
      for (String root : surface.roots) {
        if (isWithin(path, root)) {
          return surface;
        }
      }
    }
    return OTHER;
  }

  /** Whether only clients of ours call it, so that what they misspell can be refused. */
  public boolean isOurs() {
    return this == NATIVE || this == HOOKS;
  }

  private static boolean isWithin(String path, String root) {
    return path.startsWith(root)
        && (path.length() == root.length() || path.charAt(root.length()) == '/');
  }
}
