package dev.holdpoint.agent.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.engine.json.Digests;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What models call a server's tool: {@code mcp__server__tool}. No server's name has two underscores
 * or ends with one, so no two tools have the same.
 */
final class ToolNames {
  static final String PREFIX = "mcp__";

  private static final int LONGEST = 64;
  private static final int DIGITS = 10;
  private static final Pattern CALLABLE = Pattern.compile("[a-zA-Z0-9_-]{1,64}");
  private static final Pattern OTHERS = Pattern.compile("[^a-zA-Z0-9_-]");

  private ToolNames() {}

  /** What no model could call is made to fit; the digest keeps apart what looks the same then. */
  static String full(String server, String tool) {
    String plain = PREFIX + server + "__" + tool;
    if (CALLABLE.matcher(plain).matches()) {
      return plain;
    }
    String fitting = OTHERS.matcher(plain).replaceAll("_");
    String digest = Digests.sha256Hex(tool.getBytes(UTF_8)).substring(0, DIGITS);
    int room = LONGEST - DIGITS - 1;
    return fitting.substring(0, Math.min(room, fitting.length())) + "_" + digest;
  }

  /**
   * The names by which a scope lets a tool in. A server chooses what its tools are called, so a
   * tool whose own name reads like that of another server's has only its long ones.
   */
  static List<String> sure(String server, String tool) {
    boolean posing = tool.contains("/") || tool.startsWith(PREFIX);
    List<String> all = all(server, tool);
    return posing ? all.subList(0, all.size() - 1) : all;
  }

  /** All the names by which a scope may speak of a tool. */
  static List<String> all(String server, String tool) {
    return List.of(full(server, tool), PREFIX + server + "__" + tool, server + "/" + tool, tool);
  }
}
