package dev.holdpoint.agent.acp.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.agent.acp.Heard;
import dev.holdpoint.agent.acp.ShellAgent;
import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(120)
final class AgentLinkTest {
  @TempDir Path folder = Path.of("set by JUnit");
  private Processes processes = nothing();
  private final Heard heard = new Heard();
  private final Map<String, String> environment = new HashMap<>(System.getenv());
  private @Nullable AgentLink link;

  @SuppressWarnings("NullAway") // replaced before each test
  private static Processes nothing() {
    return null;
  }

  @BeforeEach
  void open() throws IOException {
    processes = new Processes(folder.resolve("registry"));
  }

  @AfterEach
  void close() {
    if (link != null) {
      link.close();
    }
  }

  @Test
  void a_request_is_answered_and_an_error_keeps_its_code_and_data() throws Exception {
    AgentLink agent =
        start(
            """
            hear; answer '{"n":12345678901234567890.10}'
            hear; refuse '{"code":-32000,"message":"log in first","data":{"why":"no key"}}'
            hear; exit 0
            """);
    // Digits survive, which they would not as a double.
    assertThat(agent.request("first", Json.EMPTY_OBJECT).get().text())
        .isEqualTo("{\"n\":12345678901234567890.10}");
    assertThatThrownBy(() -> agent.request("second", Json.EMPTY_OBJECT).get())
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(
            RpcError.class,
            error -> {
              assertThat(error.code()).isEqualTo(RpcError.AUTHENTICATION_REQUIRED);
              assertThat(error.text()).isEqualTo("log in first");
              assertThat(error.data()).isEqualTo(new Json("{\"why\":\"no key\"}"));
            });
    assertThatThrownBy(() -> agent.request("third", Json.EMPTY_OBJECT).get())
        .cause()
        .isInstanceOf(PeerFailure.class)
        .hasMessage("the agent 'sheila' ended with exit code 0");
    assertThat(heard.goneBecause()).isEqualTo("the agent 'sheila' ended with exit code 0");
    assertThat(agent.isAlive()).isFalse();
    assertThatThrownBy(() -> agent.request("fourth", Json.EMPTY_OBJECT).get())
        .cause()
        .isInstanceOf(PeerFailure.class);
  }

  // A2-48, A2-51, A2-52
  @Test
  void what_the_agent_asks_is_answered_under_its_own_id_number_or_text() throws Exception {
    start(
        """
        say '{"jsonrpc":"2.0","id":0,"method":"a","params":{"x":1}}'
        hear; tell heard "$line"
        say '{"jsonrpc":"2.0","id":"q-1","method":"b"}'
        hear; tell heard "$line"
        say '{"jsonrpc":"2.0","id":9007199254740993,"method":"c"}'
        hear; tell heard "$line"
        hear
        """);
    Heard.Request first = heard.next(Heard.Request.class);
    assertThat(first.method()).isEqualTo("a");
    assertThat(first.params()).isEqualTo(JsonTree.read("{\"x\":1}"));
    first.answer().complete(new Json("{\"status\":\"rejected\"}"));
    assertThat(heard.told("heard"))
        .isEqualTo(
            JsonTree.read("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"status\":\"rejected\"}}"));
    Heard.Request second = heard.next(Heard.Request.class);
    assertThat(second.params()).isEqualTo(JsonTree.object());
    second.answer().completeExceptionally(new RpcError(-32601, "no such thing", null));
    assertThat(heard.told("heard"))
        .isEqualTo(
            JsonTree.read(
                "{\"jsonrpc\":\"2.0\",\"id\":\"q-1\","
                    + "\"error\":{\"code\":-32601,\"message\":\"no such thing\"}}"));
    heard.next(Heard.Request.class).answer().completeExceptionally(new IOException("a secret"));
    JsonNode third = heard.told("heard");
    assertThat(third.path("id").bigIntegerValue()).isEqualTo("9007199254740993");
    assertThat(third.path("error").path("code").intValue()).isEqualTo(RpcError.INTERNAL);
    assertThat(third.toString()).doesNotContain("secret");
  }

  @Test
  void answers_may_come_in_another_order_than_the_questions() throws Exception {
    start(
        """
        say '{"jsonrpc":"2.0","id":0,"method":"a"}'
        say '{"jsonrpc":"2.0","id":1,"method":"b"}'
        hear; tell heard "$line"
        hear; tell heard "$line"
        hear
        """);
    Heard.Request first = heard.next(Heard.Request.class);
    Heard.Request second = heard.next(Heard.Request.class);
    second.answer().complete(new Json("\"two\""));
    assertThat(heard.told("heard").path("id").intValue()).isEqualTo(1);
    first.answer().complete(new Json("\"one\""));
    assertThat(heard.told("heard").path("result").stringValue()).isEqualTo("one");
  }

  @Test
  void a_request_that_the_agent_takes_back_is_cancelled() throws Exception {
    start(
        """
        say '{"jsonrpc":"2.0","id":7,"method":"a"}'
        tell '$/cancel_request' '{"requestId":8}'
        tell '$/cancel_request' '{"requestId":7}'
        hear; tell heard "$line"
        hear
        """);
    Heard.Request request = heard.next(Heard.Request.class);
    assertThat(heard.told("heard").path("error").path("code").intValue())
        .isEqualTo(RpcError.REQUEST_CANCELLED);
    assertThat(request.answer()).isCancelled();
  }

  @Test
  void lines_that_are_no_messages_are_passed_over_and_broken_messages_are_refused()
      throws Exception {
    AgentLink agent =
        start(
            """
            say 'Welcome to sheila 1.0'
            say ''
            say '[1,2]'
            say 'null'
            say '{"jsonrpc":"2.0","id":"nobody","result":1}'
            say '{"jsonrpc":"2.0","id":4,"method":5}'
            hear; tell heard "$line"
            say '{"jsonrpc":"2.0","id":5,"met'
            hear; tell heard "$line"
            hear; answer true
            hear
            """);
    assertThat(heard.told("heard").path("id").intValue()).isEqualTo(4);
    JsonNode refused = heard.told("heard");
    assertThat(refused.path("id").isNull()).isTrue();
    assertThat(refused.path("error").path("code").intValue()).isEqualTo(-32700);
    assertThat(agent.request("still", Json.EMPTY_OBJECT).get().text()).isEqualTo("true");
  }

  @Test
  void a_member_may_be_said_twice_if_it_says_the_same() throws Exception {
    start(
        """
        tell n '{"a":1.50,"b":[{"c":"x","c":"x"}],"a":1.50}'
        say '{"jsonrpc":"2.0","id":1,"method":"m","params":{"path":"shown","path":"done"}}'
        hear; tell heard "$line"
        hear
        """);
    assertThat(heard.told("n").toString()).isEqualTo("{\"a\":1.50,\"b\":[{\"c\":\"x\"}]}");
    assertThat(heard.told("heard").path("error").path("code").intValue()).isEqualTo(-32700);
  }

  @Test
  void an_agent_that_never_says_a_message_is_ended() throws Exception {
    start("seq 100; exec sleep 300");
    assertThat(heard.goneBecause())
        .isEqualTo("the agent 'sheila' has sent 100 lines in a row that are not messages");
  }

  @Test
  void a_line_of_50_MB_ends_the_link_and_is_never_held() throws Exception {
    start("head -c 50000000 /dev/zero | tr '\\000' a; exec sleep 300");
    assertThat(heard.goneBecause())
        .isEqualTo("the agent 'sheila' has sent a line of more than 16777216 bytes");
  }

  @Test
  void notices_keep_their_order() throws Exception {
    start(
        """
        seq 20000 | sed 's/.*/{"jsonrpc":"2.0","method":"n","params":[&]}/'
        hear
        """);
    for (int i = 1; i <= 20_000; i++) {
      assertThat(heard.told("n").path(0).intValue()).isEqualTo(i);
    }
  }

  @Test
  void why_it_ended_is_told_with_its_last_words() throws Exception {
    start(
        """
        printf 'loading\\n\\033[31mno \\007key\\033[0m in the keyring\\n\\n' >&2
        exit 3
        """);
    assertThat(heard.goneBecause())
        .isEqualTo("the agent 'sheila' ended with exit code 3: no key in the keyring");
  }

  @Test
  void whoever_closes_its_output_is_ended() throws Exception {
    start("exec >&-; exec sleep 300");
    assertThat(heard.goneBecause()).isEqualTo("the agent 'sheila' has closed its output");
  }

  @Test
  void an_agent_that_reads_nothing_is_ended_and_nobody_waits_for_it() throws Exception {
    AgentLink agent = start("exec sleep 300");
    Json much = JsonTree.write(JsonTree.object().put("x", "x".repeat(200_000)));
    for (int i = 0; i < 400; i++) {
      agent.notify("n", much);
    }
    assertThat(heard.goneBecause())
        .isEqualTo("the agent 'sheila' does not read its input and was stopped");
  }

  @Test
  void closing_ends_all_that_it_has_started() throws Exception {
    AgentLink agent =
        start(
            """
            trap '' TERM
            sleep 300 & tell pid $!
            setsid sleep 300 & tell pid $!
            tell pid $$
            while :; do sleep 1; done
            """);
    List<Long> pids =
        List.of(
            heard.told("pid").longValue(),
            heard.told("pid").longValue(),
            heard.told("pid").longValue());
    assertThat(pids).allMatch(AgentLinkTest::runs);
    agent.close();
    agent.close();
    assertThat(pids).noneMatch(AgentLinkTest::runs);
    assertThat(heard.goneBecause()).isEqualTo("the agent 'sheila' was stopped");
    assertThat(registry()).isEmpty();
  }

  @Test
  void what_it_left_behind_ends_with_it() throws Exception {
    start("sleep 300 & tell pid $!; exit 0");
    long pid = heard.told("pid").longValue();
    assertThat(heard.goneBecause()).contains("exit code 0");
    await().until(() -> !runs(pid));
  }

  @Test
  void the_next_daemon_ends_what_this_one_has_left() throws Exception {
    start("tell pid $$; hear");
    heard.told("pid");
    assertThat(new Processes(folder.resolve("registry")).endLeftovers())
        .singleElement()
        .satisfies(left -> assertThat(left.wasRunning()).isTrue());
    assertThat(heard.goneBecause()).contains("ended with exit code");
  }

  @Test
  void it_gets_its_own_words_and_variables_and_none_of_the_daemons() throws Exception {
    environment.put("DAEMON_KEY", "hidden");
    link =
        AgentLink.start(
            new AgentCommand(
                "sheila",
                List.of(
                    "sh",
                    "-c",
                    "printf '{\"method\":\"n\",\"params\":[\"%s\",\"%s\",\"%s\"]}\\n'"
                        + " \"$1\" \"$KEY\" \"$DAEMON_KEY\"; read x",
                    "sh",
                    "grün \\\\0101"),
                Map.of("KEY", "schlüssel ☃"),
                null),
            folder,
            processes,
            environment,
            heard);
    assertThat(heard.told("n"))
        .isEqualTo(JsonTree.array().add("grün \\0101").add("schlüssel ☃").add(""));
  }

  @Test
  void what_cannot_be_started_says_what_to_change() throws Exception {
    refused(command("nosuchprogram"), folder)
        .isEqualTo(
            "the agent 'sheila' cannot be started: no program 'nosuchprogram' on the PATH;"
                + " set agents.sheila.command");
    refused(command("/no/such/program"), folder)
        .isEqualTo(
            "the agent 'sheila' cannot be started: there is no program '/no/such/program';"
                + " set agents.sheila.command");
    refused(command("sh"), folder.resolve("nowhere"))
        .startsWith("the agent 'sheila' cannot be started: its folder '")
        .endsWith("nowhere' does not exist; create it");
    refused(new AgentCommand("sheila", List.of("sh"), Map.of("A B", "x"), null), folder)
        .contains("'A B' is not the name of a variable; change it in agents.sheila.env");
    refused(
            new AgentCommand("sheila", List.of("sh"), Map.of("PATH", folder.toString()), null),
            folder)
        .contains("no program 'sh' on the PATH");
    assertThat(registry()).isEmpty();
  }

  private org.assertj.core.api.AbstractStringAssert<?> refused(AgentCommand command, Path where) {
    try {
      link = AgentLink.start(command, where, processes, environment, heard);
    } catch (PeerFailure e) {
      return assertThat(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    throw new AssertionError("it was started");
  }

  private AgentLink start(String script) throws Exception {
    AgentLink started =
        AgentLink.start(ShellAgent.of(script), folder, processes, environment, heard);
    link = started;
    return started;
  }

  private static AgentCommand command(String program) {
    return new AgentCommand("sheila", List.of(program), Map.of(), null);
  }

  private List<Path> registry() throws IOException {
    try (var files = Files.list(folder.resolve("registry"))) {
      return files.toList();
    }
  }

  /** What has ended and was not collected by its parent runs no more. */
  private static boolean runs(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return "ZX".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) < 0;
    } catch (IOException e) {
      return false;
    }
  }
}
