package dev.holdpoint.cli.connect;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** For whom Claude Code's settings are, and in which file it looks for them. */
enum Scope {
  USER,
  PROJECT,
  LOCAL;

  /**
   * @param project the folder that Claude Code is started in
   * @param environment all variables of the process
   */
  Path settings(Path project, Path home, Map<String, String> environment) {
    return switch (this) {
      case USER -> configuration(home, environment).resolve("settings.json");
      case PROJECT -> project.resolve(".claude", "settings.json");
      case LOCAL -> project.resolve(".claude", "settings.local.json");
    };
  }

  /**
   * The file of MCP servers. Those of one person are in a file that Claude Code itself writes all
   * the time, so nobody else should.
   */
  Optional<Path> servers(Path project) {
    return this == PROJECT ? Optional.of(project.resolve(".mcp.json")) : Optional.empty();
  }

  private static Path configuration(Path home, Map<String, String> environment) {
    String other = environment.get("CLAUDE_CONFIG_DIR");
    return other == null || other.isBlank() ? home.resolve(".claude") : Path.of(other);
  }
}
