package dev.holdpoint.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/agents.md tells people to write is what the daemon reads. */
class AgentsPageTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)```yaml\\n(.*?)```");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z_]+)}");

  @TempDir private Path folder;

  @Test
  void every_example_is_a_configuration() throws Exception {
    List<String> names = new ArrayList<>();
    List<AgentKind> kinds = new ArrayList<>();
    Matcher blocks = BLOCK.matcher(Files.readString(Path.of("docs/agents.md")));
    while (blocks.find()) {
      for (AgentConfig agent : load(blocks.group(1)).agents()) {
        names.add(agent.name());
        kinds.add(agent.kind());
        assertThat(agent.url() != null || !agent.commandLine().isEmpty())
            .as("%s says how it is reached", agent)
            .isTrue();
        assertThat(agent.environment().values()).allMatch("value"::equals);
      }
    }
    assertThat(names).contains("claude", "codex", "gemini", "opencode", "mine");
    assertThat(kinds).contains(AgentKind.values());
  }

  private Config load(String yaml) throws Exception {
    Path file = Files.writeString(folder.resolve("holdpoint.yaml"), yaml);
    Map<String, String> variables =
        VARIABLE
            .matcher(yaml)
            .results()
            .collect(Collectors.toMap(found -> found.group(1), _ -> "value", (one, _) -> one));
    return Config.load(
        new ConfigSources(file, variables, Map.of("data", folder.toString()), folder));
  }
}
