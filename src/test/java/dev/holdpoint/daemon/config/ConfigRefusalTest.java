package dev.holdpoint.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigRefusalTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          prot: 1                       | :1: unknown key 'prot'; did you mean 'port'?
          body_bytes: 9                 | :1: unknown key 'body_bytes'; did you mean 'limits.body_bytes'?
          host: a\\nlimits: {body: 1}   | :2: unknown key 'limits.body'; did you mean 'limits.body_bytes'?
          port: x                       | :1: 'port' is 'x'; expected a whole number from 0 to 65535
          port: 65536                   | :1: 'port' is '65536'; expected a whole number from 0 to 65535
          port: -1                      | :1: 'port' is '-1'; expected a whole number from 0 to 65535
          port: 99999999999999999999    | :1: 'port' is '99999999999999999999'; expected a whole number from 0 to 65535
          port: 80.5                    | :1: 'port' is '80.5'; expected a whole number from 0 to 65535
          port:                         | :1: 'port' is empty; remove it, or set a whole number from 0 to 65535
          port: [1, 2]                  | :1: 'port' is a list; expected a whole number from 0 to 65535
          port: {a: 1}                  | :1: 'port' is a section; expected a whole number from 0 to 65535
          port: 1\\nport: 2             | :2: 'port' is already set at FILE:1
          log.level: info\\nlog: {level: warn} | :2: 'log.level' is already set at FILE:1
          limits: 5                     | :1: 'limits' is a section; give it indented 'key: value' lines
          log: {level: loud}            | :1: 'log.level' is 'loud'; expected one of error, warn, info, debug, trace
          host: http://x                | :1: 'host' is 'http://x'; expected a host name or an IP address, without a port
          public_url: ftp://x           | :1: 'public_url' is 'ftp://x'; expected an http:// or https:// address without user, query or fragment
          allowed_hosts: [a/b]          | :1: 'allowed_hosts' is 'a/b'; expected host names, each with or without a port
          allowed_hosts: [[a]]          | :1: 'allowed_hosts' is a list; expected host names, each with or without a port
          trusted_proxies: [10.0.0.1/8] | :1: 'trusted_proxies' is '10.0.0.1/8'; expected IP addresses and blocks such as 10.0.0.0/8, without bits set after the prefix length
          trusted_proxies: proxy        | :1: 'trusted_proxies' is 'proxy'; expected IP addresses and blocks such as 10.0.0.0/8, without bits set after the prefix length
          database: mysql://u:p@h/n     | :1: 'database' is not valid; expected postgres://user:password@host:port/name
          admin_token: a b              | :1: 'admin_token' is not valid; expected up to 512 visible ASCII characters without spaces
          workers: 0                    | :1: 'workers' is '0'; expected a whole number from 1 to 10000
          - port                        | :1: expected lines of the form 'key: value'
          [a]: b                        | :1: a key must be plain text
          admin_token: a\\nadmin_token_file: b | :2: 'admin_token_file' and 'admin_token' (FILE:1) are both set; remove one
          """)
  void a_mistake_in_the_file_is_told_with_its_line(String yaml, String message) throws Exception {
    Path file = Files.writeString(folder.resolve("c.yaml"), yaml.replace("\\n", "\n"));

    assertThatThrownBy(() -> load(file, Map.of(), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessage(file + message.replace("FILE", file.toString()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {a: {kind: acp}}                         | the agent 'a' has no command; set agents.a.command
          {a: {kind: fax, command: x}}             | FILE:1: 'agents.a.kind' is 'fax'; expected one of acp, claude, opencode
          {a: {comand: x}}                         | FILE:1: unknown key 'agents.a.comand'; did you mean 'agents.<name>.command'?
          {a: {command: x, url: "http://h"}}       | the agent 'a' has a url, which is only for kind opencode; set agents.a.command
          {a: {kind: opencode, command: x, mode: plan}} | the agent 'a' is of kind opencode, which has no modes; remove agents.a.mode
          {a: {kind: opencode, command: x, url: "http://h"}} | the agent 'a' has both a url and a command; remove the url or agents.a.command
          {a: {command: x, args: {b: c}}}          | FILE:1: 'agents.a.args' is a section; expected a list of arguments
          {a: {command: x, env: {"1B": c}}}        | FILE:1: 'agents.a.env' is not valid; expected variables with values: 'NAME: value' in the file, otherwise one NAME=value a line
          {a: {command: x, env: {B: [c]}}}         | FILE:1: 'agents.a.env' is a list; expected variables with values: 'NAME: value' in the file, otherwise one NAME=value a line
          {a: {command: x, env: {B: "${NONE}"}}}   | agents.a.env refers to ${NONE}, but that variable is not set; set it, or remove the line
          """)
  void a_mistake_in_an_agent_is_told(String agents, String message) throws Exception {
    Path file = Files.writeString(folder.resolve("c.yaml"), "agents: " + agents);

    assertThatThrownBy(() -> load(file, Map.of(), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessage(message.replace("FILE", file.toString()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {a: {kind: fax}}                              | FILE:1: 'connectors.a.kind' is 'fax'; expected one of http, slack, telegram, external
          {a: {kind: http, url: x}}                     | FILE:1: unknown key 'connectors.a.url'; did you mean 'connectors.<name>.kind'?
          {a: {token_env: T}}                           | the connector 'a' has no kind; set connectors.a.kind
          {a: {kind: slack}}                            | the connector 'a' has no token; set connectors.a.token_env or connectors.a.token_file
          {a: {kind: telegram}}                         | the connector 'a' has no token; set connectors.a.token_env or connectors.a.token_file
          {a: {kind: slack, token_env: T, token_file: t}}   | the connector 'a' has both token_env and token_file; remove one
          {a: {kind: slack, token_env: T, secret_file: s}}  | the connector 'a' does not sign deliveries; remove connectors.a.secret_file
          {a: {kind: slack, token_env: a b}}            | FILE:1: 'connectors.a.token_env' is 'a b'; expected the name of an environment variable
          {a: {kind: external}}                         | the connector 'a' has no base_url; set connectors.a.base_url
          {a: {kind: external, base_url: ftp://a}}      | FILE:1: 'connectors.a.base_url' is 'ftp://a'; expected an http:// or https:// address without user, query or fragment
          {a: {kind: http, token_env: T}}               | the connector 'a' would send its token to any address that a caller chooses; set connectors.a.base_url
          {http: {kind: http, base_url: https://a, token_env: T}} | the connector 'http' sends to the targets of all callers and cannot have a token; choose another name
          {http: {kind: external, base_url: https://a}} | the connector 'http' must be of kind http; choose another name
          {slack: {kind: telegram, token_env: T}}       | the connector 'slack' must be of kind slack; choose another name
          {daemon: {kind: http}}                        | the connector 'daemon' would never be used: targets of 'daemon' are handled internally; choose another name
          {daemon: {kind: slack, token_env: T}}         | the connector 'daemon' would never be used: targets of 'daemon' are handled internally; choose another name
          """)
  void a_connector_that_cannot_work_is_refused_by_name(String connectors, String message)
      throws Exception {
    Path file = Files.writeString(folder.resolve("c.yaml"), "connectors: " + connectors);

    assertThatThrownBy(() -> load(file, Map.of(), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessage(message.replace("FILE", file.toString()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          HOLDPOINT_PROT=1   | Unknown variable HOLDPOINT_PROT; did you mean HOLDPOINT_PORT?
          HOLDPOINT_PORT=x   | HOLDPOINT_PORT: 'port' is 'x'; expected a whole number from 0 to 65535
          HOLDPOINT_PORT=    | HOLDPOINT_PORT: 'port' is empty; remove it, or set a whole number from 0 to 65535
          HOLDPOINT_PORT=٤٧  | HOLDPOINT_PORT: 'port' is '٤٧'; expected a whole number from 0 to 65535
          HOLDPOINT_HOST=0.0.0.0 | HOLDPOINT_HOST: 'host' 0.0.0.0 can be reached from other machines, so the admin token must be your own; set HOLDPOINT_ADMIN_TOKEN or admin_token_file
          """)
  void a_mistake_in_a_variable_is_told_with_its_name(String variable, String message) {
    String[] parts = variable.split("=", -1);

    assertThatThrownBy(() -> load(null, Map.of(parts[0], parts[1]), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessage(message);
  }

  @Test
  void a_mistake_in_a_flag_is_told_with_the_flag() {
    assertThatThrownBy(() -> load(null, Map.of(), Map.of("port", "x")))
        .hasMessage("--port: 'port' is 'x'; expected a whole number from 0 to 65535");
  }

  @Test
  void a_named_file_must_exist() {
    Path missing = folder.resolve("missing.yaml");

    assertThatThrownBy(() -> load(missing, Map.of(), Map.of()))
        .hasMessage("The configuration file " + missing + " does not exist");
  }

  @Test
  void broken_yaml_is_told_with_its_line() throws Exception {
    Path file = Files.writeString(folder.resolve("c.yaml"), "port: 1\nhost: [a\n");

    assertThatThrownBy(() -> load(file, Map.of(), Map.of()))
        .isInstanceOf(ConfigException.class)
        .message()
        .startsWith(file + ":3: not valid YAML: ")
        .hasLineCount(1);
  }

  @Test
  void a_file_that_is_not_utf_8_is_told_so() throws Exception {
    Path file = Files.write(folder.resolve("c.yaml"), new byte[] {'a', ':', ' ', (byte) 0xff});

    assertThatThrownBy(() -> load(file, Map.of(), Map.of())).hasMessage(file + ": not valid UTF-8");
  }

  @Test
  void aliases_that_multiply_are_refused() throws Exception {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 30; i++) {
      bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    Path file = Files.writeString(folder.resolve("c.yaml"), bomb);

    assertThatThrownBy(() -> load(file, Map.of(), Map.of())).isInstanceOf(ConfigException.class);
  }

  @Test
  void a_file_found_in_the_data_folder_cannot_move_it() throws Exception {
    Path file = Files.writeString(folder.resolve("holdpoint.yaml"), "data: /elsewhere\n");

    assertThatThrownBy(() -> load(null, Map.of(), Map.of("data", folder.toString())))
        .message()
        .startsWith(file + ":1: 'data' is a different folder than the one with this file");
  }

  @Test
  void a_secret_does_not_appear_in_an_error() {
    assertThatThrownBy(() -> load(null, Map.of("HOLDPOINT_ADMIN_TOKEN", "my secret"), Map.of()))
        .message()
        .satisfies(m -> assertThat(m).doesNotContain("my secret"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      secret                    | true
      abcdefghijklmnopqrs       | true
      abcdefghijklmnopqrst      | false
      aaaaaaaaaaaaaaaaaaaaaaaaa | true
      abcdefgabcdefgabcdefg     | true
      abcdefghabcdefghabcdefgh  | false
      """)
  void PF_69_a_token_that_can_be_guessed_is_not_taken_where_other_machines_reach_it(
      String token, boolean weak) throws Exception {
    Map<String, String> variables = Map.of("HOLDPOINT_ADMIN_TOKEN", token);
    load(null, variables, Map.of("host", "127.0.0.1"));
    load(null, variables, Map.of("host", "::1"));
    if (!weak) {
      load(null, variables, Map.of("host", "0.0.0.0"));
      return;
    }
    assertThatThrownBy(() -> load(null, variables, Map.of("host", "0.0.0.0")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "HOLDPOINT_ADMIN_TOKEN: 'host' 0.0.0.0 can be reached from other machines, and the admin token in 'admin_token' is easy to guess; it needs at least 20 characters, 8 of them different; create one with `openssl rand -hex 32`");
  }

  private void load(
      @org.jspecify.annotations.Nullable Path file,
      Map<String, String> variables,
      Map<String, String> flags)
      throws ConfigException {
    Config.load(new ConfigSources(file, variables, flags, folder));
  }
}
