package dev.holdpoint.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.acp.server.ClientRules;
import dev.holdpoint.daemon.log.LogFormat;
import dev.holdpoint.daemon.log.LogLevel;
import dev.holdpoint.http.hooks.HookTimeouts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigTest {
  private static final ClientRules USUAL = ClientRules.usual(List.of());

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("holdpoint.yaml");
  }

  @Test
  @DisplayName("AG-42 the former names of the hooks' settings still hold, and not beside the new")
  void AG_42_the_former_names_of_the_hooks_settings() throws Exception {
    assertThat(hooks(Map.of())).isEqualTo(new HookTimeouts(300_000, 3_600_000));
    assertThat(hooks(Map.of("HOLDPOINT_HOOKS_CLAUDE_WAIT_MS", "7")))
        .isEqualTo(new HookTimeouts(7, 3_600_000));
    assertThat(hooks(Map.of("HOLDPOINT_HOOKS_CLAUDE_MAX_WAIT_MS", "8")))
        .isEqualTo(new HookTimeouts(300_000, 8));
    assertThat(hooks(Map.of("HOLDPOINT_HOOKS_WAIT_MS", "9", "HOLDPOINT_HOOKS_MAX_WAIT_MS", "10")))
        .isEqualTo(new HookTimeouts(9, 10));
    Files.writeString(file, "hooks:\n  wait_ms: 300000\n  claude:\n    wait_ms: 5\n");
    assertThatThrownBy(() -> hooks(Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("'hooks.wait_ms'")
        .hasMessageContaining("'hooks.claude.wait_ms'");
  }

  private HookTimeouts hooks(Map<String, String> environment) throws Exception {
    return Config.load(sources(environment, Map.of())).hookPatience();
  }

  @Test
  void without_anything_given_the_defaults_are_in_force() throws Exception {
    Config config = Config.load(sources(Map.of("XDG_DATA_HOME", "/x"), Map.of()));

    assertThat(config.host()).isEqualTo("127.0.0.1");
    assertThat(config.port()).isEqualTo(4747);
    assertThat(config.data()).isEqualTo(Path.of("/x/holdpoint"));
    assertThat(config.workspaceRoot()).isEqualTo(Path.of("/x/holdpoint/workspaces"));
    assertThat(config.database()).isEmpty();
    assertThat(config.adminToken()).isEmpty();
    assertThat(config.defaultRoute()).isEqualTo("scripted");
    assertThat(config.workers()).isEqualTo(64);
    assertThat(config.limits())
        .isEqualTo(
            new ServerLimits(
                16 << 20,
                16 << 10,
                32 << 10,
                10_000,
                64,
                0,
                10_000_000,
                1_000_000,
                10 << 20,
                10L << 30,
                OptionalInt.empty()));
    assertThat(config.logFormat()).isEqualTo(LogFormat.AUTO);
    assertThat(config.logLevel()).isEqualTo(LogLevel.INFO);
    assertThat(config.inForce())
        .allSatisfy(s -> assertThat(s.origin()).isEqualTo(new Origin.Preset()));
  }

  @Test
  void an_agent_is_a_command_with_arguments_and_an_environment() throws Exception {
    yaml(
        """
        agents:
          coder:
            command: npx
            args: ["-y", "some package, with a comma", ""]
            env: {API_KEY: "${OWN_KEY}", MODE: fast}
            cwd: work
            client_mcp_servers: http
            client_meta: true
            client_folders: [shop]
            client_modes: [plan, "a, b"]
          claude: {kind: claude, command: "claude --model opus", args: [], mode: plan}
          code-server: {kind: opencode, url: "http://127.0.0.1:4096"}
        default_route: acp:coder
        """);

    Config config =
        Config.load(sources(Map.of("OWN_KEY", "k-$1"), Map.of("data", folder.toString())));

    assertThat(config.agents())
        .containsExactly(
            new AgentConfig(
                "claude",
                AgentKind.CLAUDE,
                "claude --model opus",
                List.of(),
                Map.of(),
                null,
                null,
                "plan",
                USUAL),
            new AgentConfig(
                "code-server",
                AgentKind.OPENCODE,
                null,
                List.of(),
                Map.of(),
                null,
                URI.create("http://127.0.0.1:4096"),
                null,
                USUAL),
            new AgentConfig(
                "coder",
                AgentKind.ACP,
                "npx",
                List.of("-y", "some package, with a comma", ""),
                Map.of("API_KEY", "k-$1", "MODE", "fast"),
                folder.resolve("work"),
                null,
                null,
                new ClientRules(
                    ClientRules.McpServers.HTTP,
                    true,
                    List.of(folder.resolve("shop")),
                    Set.of("plan", "a, b"))));
    assertThat(config.agents().getLast().rules(folder.resolve("root")).folders())
        .containsExactly(folder.resolve("shop"), folder.resolve("root"), folder.resolve("work"));
    assertThat(config.agents().getFirst().commandLine())
        .containsExactly("claude", "--model", "opus");
    assertThat(config.inForce())
        .anySatisfy(
            setting -> {
              assertThat(setting.key()).isEqualTo("agents.coder.env");
              assertThat(setting.value()).isEqualTo("API_KEY=********,MODE=********");
            });
  }

  @Test
  void a_relative_data_home_is_passed_over_as_xdg_says() throws Exception {
    Config config = Config.load(sources(Map.of("XDG_DATA_HOME", "x"), Map.of()));

    assertThat(config.data())
        .isEqualTo(Path.of(System.getProperty("user.home"), ".local/share/holdpoint"));
  }

  @Test
  void flags_win_over_variables_and_variables_over_the_file() throws Exception {
    yaml("host: 127.0.0.2\nport: 1\nworkers: 7\nlog: {level: debug}");

    Config config =
        Config.load(
            sources(
                Map.of("HOLDPOINT_HOST", "127.0.0.3", "HOLDPOINT_PORT", "2"), Map.of("port", "3")));

    assertThat(config.workers()).isEqualTo(7);
    assertThat(config.logLevel()).isEqualTo(LogLevel.DEBUG);
    assertThat(config.host()).isEqualTo("127.0.0.3");
    assertThat(config.port()).isEqualTo(3);
    assertThat(config.inForce())
        .contains(
            new Config.InForce("workers", "7", new Origin.Line(file, 3)),
            new Config.InForce("host", "127.0.0.3", new Origin.Variable("HOLDPOINT_HOST")),
            new Config.InForce("port", "3", new Origin.Flag("--port")));
  }

  @Test
  void the_file_in_the_data_folder_is_found() throws Exception {
    yaml("port: 5");

    Config config =
        Config.load(new ConfigSources(null, Map.of(), Map.of("data", folder.toString()), folder));

    assertThat(config.port()).isEqualTo(5);
    assertThat(config.file()).contains(file);
  }

  @Test
  void a_key_may_be_dotted_or_in_a_section() throws Exception {
    yaml("limits.body_bytes: 2048\nlimits:\n  json_depth: 9\n");

    ServerLimits limits = load().limits();

    assertThat(limits.bodyBytes()).isEqualTo(2048);
    assertThat(limits.jsonDepth()).isEqualTo(9);
  }

  @Test
  void lists_are_lists_in_the_file_and_have_commas_elsewhere() throws Exception {
    yaml("allowed_hosts:\n  - a.example\n  - b.example:8080\n");
    assertThat(load().allowedHosts()).isEqualTo(List.of("a.example", "b.example:8080"));

    Map<String, String> variables = Map.of("HOLDPOINT_ALLOWED_HOSTS", "c.example, [::1]:80");
    assertThat(Config.load(sources(variables, Map.of())).allowedHosts())
        .isEqualTo(List.of("c.example", "[::1]:80"));
  }

  @Test
  void relative_paths_start_where_they_are_written() throws Exception {
    yaml("workspace_root: here\nadmin_token_file: ~/token\n");
    Config config =
        Config.load(new ConfigSources(file, Map.of(), Map.of("data", "d"), Path.of("/work-dir")));

    assertThat(config.workspaceRoot()).isEqualTo(folder.resolve("here"));
    assertThat(config.data()).isEqualTo(Path.of("/work-dir/d"));
    assertThat(config.adminTokenFile()).contains(Path.of(System.getProperty("user.home"), "token"));
  }

  @Test
  void folders_of_skills_are_a_list_of_paths() throws Exception {
    yaml("skill_folders:\n  - here\n  - /there\n");
    assertThat(load().skillFolders()).containsExactly(folder.resolve("here"), Path.of("/there"));
    assertThat(
            Config.load(sources(Map.of("HOLDPOINT_SKILL_FOLDERS", "/a, /b"), Map.of()))
                .skillFolders())
        .containsExactly(Path.of("/a"), Path.of("/b"));
  }

  @Test
  void what_runs_left_is_remembered_for_thirty_days_and_found_by_their_session() throws Exception {
    yaml("");
    assertThat(load().memoryTtlMs()).isEqualTo(30L * 24 * 3_600_000);
    assertThat(load().memoryVisibility()).isEqualTo(SearchVisibility.SESSION);
    yaml("run_memory_policy:\n  ttl_ms: 315360000000\n  search_visibility: learning_scopes\n");
    assertThat(load().memoryTtlMs()).isEqualTo(315_360_000_000L);
    assertThat(load().memoryVisibility()).isEqualTo(SearchVisibility.LEARNING_SCOPES);
  }

  @Test
  void an_empty_file_and_one_of_comments_say_nothing() throws Exception {
    yaml("");
    assertThat(load().port()).isEqualTo(4747);
    yaml("# port: 1\n");
    assertThat(load().port()).isEqualTo(4747);
  }

  @Test
  void secrets_are_masked() throws Exception {
    yaml("admin_token: sesame\ndatabase: postgres://ada:sesame@db:5432/hp?password=sesame\n");

    Config config = load();

    assertThat(config.adminToken()).contains("sesame");
    assertThat(config.database())
        .contains(URI.create("postgres://ada:sesame@db:5432/hp?password=sesame"));
    assertThat(config.inForce().toString()).doesNotContain("sesame");
    assertThat(config.inForce())
        .contains(
            new Config.InForce(
                "database",
                "postgres://ada:********@db:5432/hp?********",
                new Origin.Line(file, 2)));
  }

  @Test
  void a_token_given_later_wins_over_a_token_file_given_earlier() throws Exception {
    yaml("admin_token_file: /t");

    Config config = Config.load(sources(Map.of("HOLDPOINT_ADMIN_TOKEN", "mine"), Map.of()));

    assertThat(config.adminToken()).contains("mine");
    assertThat(config.adminTokenFile()).isEmpty();
  }

  @Test
  void an_address_for_other_machines_is_taken_with_a_token_of_ones_own() throws Exception {
    Map<String, String> variables = Map.of("HOLDPOINT_ADMIN_TOKEN", "mine-and-hard-to-guess");

    assertThat(Config.load(sources(variables, Map.of("host", "0.0.0.0"))).host())
        .isEqualTo("0.0.0.0");
  }

  @Test
  void the_variables_of_the_launcher_and_the_command_line_are_not_settings() throws Exception {
    Map<String, String> variables =
        Map.of(
            "HOLDPOINT_JAVA_HOME", "/j",
            "HOLDPOINT_JAVA_OPTS", "-Xmx1g",
            "HOLDPOINT_JAVA_SEARCH", "/j",
            "HOLDPOINT_URL", "http://x",
            "HOLDPOINT_TOKEN", "t");

    assertThat(Config.load(sources(variables, Map.of())).port()).isEqualTo(4747);
  }

  @Test
  void every_variable_is_told_apart() {
    assertThat(Settings.ALL.stream().map(Setting::variable)).doesNotHaveDuplicates();
  }

  private Config load() throws ConfigException {
    return Config.load(sources(Map.of(), Map.of()));
  }

  private ConfigSources sources(Map<String, String> variables, Map<String, String> flags) {
    return new ConfigSources(Files.exists(file) ? file : null, variables, flags, folder);
  }

  private void yaml(String text) throws IOException {
    Files.writeString(file, text);
  }
}
