package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.peer.PeerSession;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Processes of agents: how they begin, how they end, and who shares them. */
@Timeout(120)
final class AcpPeerTest {
  private static final String ASKS =
      """
      words s1 hm
      say '{"jsonrpc":"2.0","id":0,"method":"_sandboxagent/session/request_question",\
      "params":{"sessionId":"s1","questionId":"7","prompt":"Which?","options":[["a","A"]]}}'\
      """;

  @TempDir Path folder = Path.of("set by JUnit");

  @Test
  void it_introduces_itself_as_the_page_says() throws Exception {
    try (PeerBench bench =
        bench(
            "hear; printf '%s' \"$line\" >said; answer '{\"protocolVersion\":1}'; hear; exit 0")) {
      assertThatThrownBy(bench::open).isInstanceOf(PeerFailure.class);
      JsonNode params =
          JsonTree.read(Files.readString(bench.workspace.resolve("said"))).path("params");
      assertThat(params.path("protocolVersion").intValue()).isEqualTo(1);
      assertThat(params.path("clientCapabilities"))
          .isEqualTo(JsonTree.of(AcpTranslation.capabilities()));
      assertThat(params.path("clientInfo").path("name").stringValue()).isEqualTo("holdpoint");
    }
  }

  @Test
  void another_version_of_the_protocol_is_refused_and_the_process_ended() throws Exception {
    try (PeerBench bench = bench("hear; answer '{\"protocolVersion\":2}'; hear; hear")) {
      assertThatThrownBy(bench::open)
          .isInstanceOf(PeerFailure.class)
          .hasMessageContaining("uses version 2 of the protocol");
      await().until(() -> bench.running().isEmpty());
    }
  }

  @Test
  void who_dies_in_the_handshake_says_why() throws Exception {
    try (PeerBench bench = bench("hear; echo 'no node found' >&2; exit 4")) {
      assertThatThrownBy(bench::open)
          .isInstanceOf(PeerFailure.class)
          .hasMessage("the agent 'sheila' ended with exit code 4: no node found");
    }
  }

  @Test
  void who_hangs_in_the_handshake_is_ended_and_the_next_attempt_starts_anew() throws Exception {
    AcpPeer.Patience none =
        new AcpPeer.Patience(Duration.ofMillis(700), Duration.ofSeconds(30), Duration.ZERO);
    AgentCommand hangsOnce = ShellAgent.prompted("{}", "answer '{\"stopReason\":\"end_turn\"}'");
    String script = "[ -e hung ] || { : >hung; exec sleep 300; }\n" + hangsOnce.command().getLast();
    try (PeerBench bench = new PeerBench(folder, ShellAgent.of(script), none)) {
      assertThatThrownBy(bench::open)
          .isInstanceOf(PeerFailure.class)
          .hasMessage(
              "the agent 'sheila' did not answer initialize within 0.7 s; check that it runs on its"
                  + " own");
      await().until(() -> bench.running().isEmpty());
      // On a busy machine one that does not hang may take as long; it is ended in the same way.
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptionsInstanceOf(PeerFailure.class)
          .until(() -> bench.open().id().equals("s1"));
    }
  }

  @Test
  void an_agent_that_wants_a_login_says_so() throws Exception {
    try (PeerBench bench =
        bench(
            """
            hear
            answer '{"protocolVersion":1,"authMethods":[{"id":"x","name":"Sheila Pro"}]}'
            hear
            refuse '{"code":-32000,"message":"Authentication required"}'
            hear
            """)) {
      assertThatThrownBy(bench::open)
          .isInstanceOf(PeerFailure.class)
          .hasMessage(
              "the agent 'sheila' refused session/new: Authentication required; it may require a"
                  + " login: log in with its own command, as the daemon's user (it offers: Sheila"
                  + " Pro)");
    }
  }

  @Test
  void two_talks_share_a_process_and_hear_only_their_own() throws Exception {
    try (PeerBench bench =
        new PeerBench(
            folder,
            ShellAgent.prompted(
                """
                case $line in *'"sessionId":"s1"'*) s=s1 ;; *) s=s2 ;; esac
                words s1 "$s $$;"; words s2 "$s $$;"
                answer '{"stopReason":"end_turn"}'\
                """))) {
      PeerSession first = bench.open();
      PeerSession second = bench.open();
      assertThat(bench.running()).hasSize(1);
      first.prompt("x");
      String words = PeerBench.words(first);
      assertThat(words).startsWith("s1 ");
      second.prompt("x");
      assertThat(PeerBench.words(second)).isEqualTo(words + words.replace("s1", "s2"));
      first.close();
      assertThat(second.isAlive()).isTrue();
      second.close();
      await().until(() -> bench.running().isEmpty());
    }
  }

  @Test
  void whoever_comes_while_it_starts_shares_the_process() throws Exception {
    try (PeerBench bench =
        new PeerBench(folder, ShellAgent.prompted("answer '{\"stopReason\":\"end_turn\"}'"))) {
      var opened =
          IntStream.range(0, 8)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> {
                            try {
                              return bench.open().id();
                            } catch (PeerFailure | InterruptedException e) {
                              throw new AssertionError(e);
                            }
                          },
                          task -> Thread.ofVirtual().start(task)))
              .toList();
      assertThat(opened.stream().map(CompletableFuture::join).distinct()).hasSize(8);
      assertThat(bench.running()).hasSize(1);
    }
  }

  @Test
  void when_it_dies_while_a_question_waits_every_talk_is_told_and_the_next_one_starts_it_again()
      throws Exception {
    try (PeerBench bench =
        new PeerBench(
            folder, ShellAgent.prompted(ASKS + "; hear; echo 'out of memory' >&2; exit 9"))) {
      PeerSession first = bench.open();
      PeerSession second = bench.open();
      first.prompt("x");
      AgentRequest ask = PeerBench.asked(first);
      second.cancel(); // nothing to stop, so nothing is sent
      second.prompt("die");
      String reason = "the agent 'sheila' ended with exit code 9: out of memory";
      assertThat(first.next()).isEqualTo(new AgentEvent.Gone(reason));
      assertThat(PeerBench.turn(second)).containsExactly(new AgentEvent.Gone(reason));
      assertThat(first.isAlive()).isFalse();
      assertThat(first.peek()).isNull();
      assertThat(first.next()).isEqualTo(new AgentEvent.Gone(reason));
      assertThatThrownBy(() -> first.answer(ask, new GateDecision.Declined("no")))
          .isInstanceOf(PeerFailure.class)
          .hasMessage(reason);
      assertThatThrownBy(() -> first.prompt("y")).hasMessage(reason);
      PeerSession third = bench.open();
      third.prompt("x");
      // The agent counts from 0 again; its asks are not mixed up.
      assertThat(PeerBench.asked(third).key()).isNotEqualTo(ask.key());
      assertThatThrownBy(() -> third.answer(ask, new GateDecision.Declined("no")))
          .hasMessage("the agent 'sheila' is no longer waiting for this answer");
    }
  }

  @Test
  void a_session_is_loaded_and_what_was_said_before_is_not_said_again() throws Exception {
    String load =
        """
        words s7 now; answer '{"stopReason":"end_turn"}' ;;
        *'"method":"session/load"'*)
          words s7 before
          update s7 '{"sessionUpdate":"tool_call","toolCallId":"1","title":"t"}'
          answer '{}'\
        """;
    try (PeerBench bench =
        new PeerBench(folder, ShellAgent.prompted("{\"loadSession\":true}", load))) {
      PeerSession talk = bench.open("s7");
      assertThat(talk.isLasting()).isTrue();
      assertThat(talk.id()).isEqualTo("s7");
      talk.prompt("x");
      assertThat(PeerBench.words(talk)).isEqualTo("now");
    }
  }

  @Test
  void a_session_whose_process_has_just_ended_is_taken_up_in_another_one() throws Exception {
    String load =
        "words s1 again; answer '{\"stopReason\":\"end_turn\"}' ;;\n"
            + "*'\"method\":\"session/load\"'*) answer '{}'";
    AgentCommand loads = ShellAgent.prompted("{\"loadSession\":true}", load);
    // What it has started holds its output open, so that for a while nobody hears of its end.
    String script = "echo $$ >pid; sleep 5 &\n" + loads.command().getLast();
    try (PeerBench bench = new PeerBench(folder, ShellAgent.of(script))) {
      assertThat(bench.open().id()).isEqualTo("s1");
      long pid = Long.parseLong(Files.readString(bench.workspace.resolve("pid")).strip());
      ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
      process.destroyForcibly();
      process.onExit().join();

      PeerSession again = bench.open("s1");
      again.prompt("x");
      assertThat(PeerBench.words(again)).isEqualTo("again");
    }
  }

  @Test
  void without_load_a_session_is_taken_up_only_while_its_process_is_there() throws Exception {
    AcpPeer.Patience kept =
        new AcpPeer.Patience(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofMinutes(5));
    try (PeerBench bench =
        new PeerBench(
            folder,
            ShellAgent.prompted("words s1 hi; answer '{\"stopReason\":\"end_turn\"}'"),
            kept)) {
      assertThatThrownBy(() -> bench.open("s1"))
          .isInstanceOf(PeerFailure.class)
          .hasMessageContaining("has ended and cannot resume a session; start a new one");
      PeerSession talk = bench.open();
      assertThat(talk.isLasting()).isFalse();
      assertThatThrownBy(() -> bench.open("s1")).hasMessageContaining("about this session");
      talk.close();
      assertThat(talk.next()).isInstanceOf(AgentEvent.Gone.class);
      PeerSession again = bench.open("s1");
      again.prompt("x");
      assertThat(PeerBench.words(again)).isEqualTo("hi");
    }
  }

  @Test
  void a_closed_peer_leaves_nothing_running_and_opens_nothing() throws Exception {
    PeerBench bench = new PeerBench(folder, ShellAgent.prompted("hear"));
    PeerSession talk = bench.open();
    bench.close();
    assertThat(bench.running()).isEmpty();
    assertThat(talk.next()).isEqualTo(new AgentEvent.Gone("the agent 'sheila' was stopped"));
    assertThatThrownBy(bench::open).hasMessage("the agent 'sheila' was stopped");
  }

  private PeerBench bench(String script) throws Exception {
    return new PeerBench(folder, ShellAgent.of(script));
  }
}
