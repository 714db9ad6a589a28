package dev.holdpoint.agent.directory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Where agents usually find their keys. Nothing is read: that it is there is all anybody hears. */
enum Keys {
  CLAUDE(
      List.of("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"),
      List.of(".claude/.credentials.json")),
  CODEX(List.of("OPENAI_API_KEY", "CODEX_API_KEY"), List.of(".codex/auth.json")),
  GEMINI(List.of("GEMINI_API_KEY", "GOOGLE_API_KEY"), List.of(".gemini/oauth_creds.json")),
  OPENCODE(
      List.of("OPENCODE_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"),
      List.of(".local/share/opencode/auth.json")),
  AMP(List.of("AMP_API_KEY"), List.of(".local/share/amp/secrets.json"));

  private final List<String> variables;
  private final List<String> files;

  Keys(List<String> variables, List<String> files) {
    this.variables = variables;
    this.files = files;
  }

  /** Whose keys a command needs, by the names that are in it. */
  static Optional<Keys> of(List<String> command) {
    String words = String.join(" ", command);
    return Arrays.stream(values())
        .filter(keys -> words.contains(keys.name().toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  boolean areFound(Set<String> environment, Path home) {
    return variables.stream().anyMatch(environment::contains)
        || files.stream().anyMatch(file -> Files.exists(home.resolve(file)));
  }
}
