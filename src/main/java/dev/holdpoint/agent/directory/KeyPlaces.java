package dev.holdpoint.agent.directory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where an agent usually finds its keys. Nothing is read: that it is there is all anybody hears.
 *
 * @param variables any of which is enough
 * @param files below the home folder, any of which is enough
 */
record KeyPlaces(String agent, List<String> variables, List<String> files) {
  private static final List<KeyPlaces> ALL =
      List.of(
          new KeyPlaces(
              "claude",
              List.of("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"),
              List.of(".claude/.credentials.json")),
          new KeyPlaces(
              "codex", List.of("OPENAI_API_KEY", "CODEX_API_KEY"), List.of(".codex/auth.json")),
          new KeyPlaces(
              "gemini",
              List.of("GEMINI_API_KEY", "GOOGLE_API_KEY"),
              List.of(".gemini/oauth_creds.json")),
          new KeyPlaces(
              "opencode",
              List.of("OPENCODE_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"),
              List.of(".local/share/opencode/auth.json")),
          new KeyPlaces("amp", List.of("AMP_API_KEY"), List.of(".local/share/amp/secrets.json")));

  /** Whose keys a command needs, by the names that are in it. */
  static Optional<KeyPlaces> of(List<String> command) {
    String words = String.join(" ", command);
    return ALL.stream().filter(keys -> words.contains(keys.agent)).findFirst();
  }

  boolean areFound(Set<String> environment, Path home) {
    return variables.stream().anyMatch(environment::contains)
        || files.stream().anyMatch(file -> Files.exists(home.resolve(file)));
  }
}
