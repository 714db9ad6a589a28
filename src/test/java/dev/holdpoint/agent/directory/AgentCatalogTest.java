package dev.holdpoint.agent.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.directory.AgentCatalog.Configured;
import dev.holdpoint.agent.directory.AgentCatalog.Kind;
import dev.holdpoint.engine.port.AgentDirectory.KnownAgent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentCatalogTest {
  @TempDir Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private final Map<String, Boolean> said = new HashMap<>();

  @BeforeEach
  void prepare() throws Exception {
    environment.put("PATH", Files.createDirectory(folder.resolve("bin")).toString());
    environment.put("HOME", Files.createDirectory(folder.resolve("home")).toString());
  }

  // A2-43, A2-44, A2-45, A2-46, A2-47
  @Test
  void those_that_everybody_knows_come_first_and_always() {
    List<KnownAgent> all = catalog().all();
    assertThat(all)
        .extracting(KnownAgent::id)
        .containsExactly("mock", "claude", "codex", "opencode", "amp");
    assertThat(all)
        .extracting(agent -> agent.capabilities().questions())
        .containsExactly(true, true, false, false, false);
    assertThat(all)
        .extracting(KnownAgent::installed)
        .containsExactly(true, false, false, false, false);
    assertThat(all)
        .extracting(KnownAgent::configured)
        .containsExactly(true, false, false, false, false);
  }

  @Test
  void what_is_on_the_path_is_installed_from_then_on() throws Exception {
    AgentCatalog catalog = catalog();
    assertThat(agent(catalog, "codex").installed()).isFalse();
    program("codex");
    assertThat(agent(catalog, "codex").installed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "claude,   ANTHROPIC_API_KEY, .claude/.credentials.json",
    "codex,    OPENAI_API_KEY,    .codex/auth.json",
    "opencode, OPENCODE_API_KEY,  .local/share/opencode/auth.json",
    "amp,      AMP_API_KEY,       .local/share/amp/secrets.json"
  })
  void keys_are_found_where_they_usually_are(String id, String variable, String file)
      throws Exception {
    assertThat(agent(catalog(), id).credentialsAvailable()).isFalse();
    environment.put(variable, "sk-1");
    assertThat(agent(catalog(), id).credentialsAvailable()).isTrue();
    environment.remove(variable);
    Path place = folder.resolve("home").resolve(file);
    Files.createDirectories(place.getParent());
    Files.writeString(place, "not read");
    assertThat(agent(catalog(), id).credentialsAvailable()).isTrue();
  }

  @Test
  void configured_ones_follow_and_one_with_a_known_name_takes_its_place() throws Exception {
    program("npx");
    environment.put("ANTHROPIC_API_KEY", "sk-1");
    AgentCatalog catalog =
        catalog(
            new Configured("gemini", Kind.ACP, List.of("gemini", "--experimental-acp"), Set.of()),
            new Configured(
                "codex", Kind.ACP, List.of("npx", "codex-acp"), Set.of("OPENAI_API_KEY")),
            new Configured("mine", Kind.CLAUDE, List.of("/no/such/claude"), Set.of()),
            new Configured("served", Kind.OPENCODE, List.of(), Set.of("OPENCODE_SERVER_PASSWORD")));
    assertThat(catalog.all())
        .extracting(KnownAgent::id)
        .containsExactly("mock", "claude", "codex", "opencode", "amp", "gemini", "mine", "served");
    assertThat(agent(catalog, "codex").configured()).isTrue();
    assertThat(agent(catalog, "codex").installed()).isTrue();
    assertThat(agent(catalog, "codex").credentialsAvailable()).isTrue();
    assertThat(agent(catalog, "codex").capabilities().questions()).isFalse();
    assertThat(agent(catalog, "gemini").capabilities().questions()).isTrue();
    assertThat(agent(catalog, "gemini").installed()).isFalse();
    assertThat(agent(catalog, "mine").capabilities().questions()).isTrue();
    assertThat(agent(catalog, "mine").installed()).isFalse();
    // The daemon's own key does not reach it.
    assertThat(agent(catalog, "mine").credentialsAvailable()).isFalse();
    assertThat(agent(catalog, "claude").credentialsAvailable()).isTrue();
    assertThat(agent(catalog, "served").installed()).isTrue();
    assertThat(agent(catalog, "served").capabilities().questions()).isFalse();
    assertThat(agent(catalog, "served").credentialsAvailable()).isTrue();
  }

  @Test
  // AG-28
  void AG_28_whether_an_acp_agent_is_taken_up_again_is_what_it_said_last() {
    AgentCatalog catalog =
        catalog(
            new Configured("gemini", Kind.ACP, List.of("gemini"), Set.of()),
            new Configured("claude", Kind.ACP, List.of("claude-agent-acp"), Set.of()),
            new Configured("mine", Kind.CLAUDE, List.of("claude"), Set.of()));
    assertThat(agent(catalog, "gemini").capabilities().sessionLoad()).isNull();
    assertThat(agent(catalog, "claude").capabilities().sessionLoad()).isNull();
    said.put("gemini", true);
    said.put("claude", false);
    said.put("mine", false);
    assertThat(agent(catalog, "gemini").capabilities().sessionLoad()).isTrue();
    assertThat(agent(catalog, "claude").capabilities().sessionLoad()).isFalse();
    assertThat(agent(catalog, "mine").capabilities().sessionLoad()).isTrue();
  }

  private AgentCatalog catalog(Configured... configured) {
    return new AgentCatalog(List.of(configured), environment, said::get);
  }

  private static KnownAgent agent(AgentCatalog catalog, String id) {
    return catalog.all().stream().filter(agent -> agent.id().equals(id)).findFirst().orElseThrow();
  }

  private void program(String name) throws Exception {
    Path file = Files.writeString(folder.resolve("bin").resolve(name), "#!/bin/sh\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
