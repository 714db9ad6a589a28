package dev.holdpoint.agent.opencode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.Programs;
import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentEvent.Ended.Reason;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.agent.peer.AgentSelf;
import dev.holdpoint.agent.peer.Peer;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Denial;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.AgentCall;
import dev.holdpoint.engine.asking.GateDecision;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against a server that speaks OpenCode's wire. */
@Timeout(60)
class OpenCodePeerTest {
  @TempDir Path folder;
  private Duration outOfReach = Duration.ofMinutes(2);
  private StandInOpenCode server;
  private OpenCodePeer peer;

  @BeforeEach
  void prepare() throws Exception {
    server = new StandInOpenCode(0, null);
    peer = peer(server.url(), Map.of());
  }

  @AfterEach
  void end() {
    peer.close();
    server.close();
  }

  @Test
  void it_is_told_what_to_do_and_says_each_word_once() throws Exception {
    OpenCodeSession talk = open(null);
    assertThat(talk.isLasting()).isTrue();
    assertThat(said(talk, "hello")).isEqualTo("you said: hello");
    assertThat(said(talk, "hello again")).isEqualTo("you said: hello again");
    assertThat(server.folders()).containsExactly("directory=" + folder);
  }

  @Test
  @DisplayName("AG-54 what OpenCode says of itself is its name, its version and its mode")
  void what_it_says_of_itself() throws Exception {
    OpenCodeSession talk = open(null);
    assertThat(talk.self()).isEqualTo(new AgentSelf("opencode", "1.18.18", null, List.of()));
    assertThat(said(talk, "hello")).isEqualTo("you said: hello");
    assertThat(talk.self()).isEqualTo(new AgentSelf("opencode", "1.18.18", "build", List.of()));
  }

  // A2-28
  @Test
  void a_question_gets_all_answers_under_its_id() throws Exception {
    OpenCodeSession talk = open(null);
    talk.prompt("question");
    AgentRequest.Inquiry ask = (AgentRequest.Inquiry) asked(talk);
    assertThat(ask.key()).isEqualTo("que_1");
    assertThat(ask.callId()).isEqualTo("call_q");
    assertThat(ask.questions()).hasSize(2);
    assertThat(ask.questions().getFirst().closed()).isFalse();
    assertThat(ask.questions().getLast().closed()).isTrue();
    assertThat(ask.questions().getLast().multiSelect()).isTrue();
    talk.answer(
        ask,
        new GateDecision.Answered(
            List.of(
                new Answer("q2", List.of("runs"), null),
                new Answer("q1", List.of("pg"), "version 18"))));
    assertThat(server.calls)
        .contains("POST /question/que_1/reply {\"answers\":[[\"pg\",\"version 18\"],[\"runs\"]]}");
    assertThat(untilEnd(talk).reason()).isEqualTo(Reason.DONE);
  }

  // A2-33
  @Test
  void a_rejected_question_is_rejected_under_its_id() throws Exception {
    OpenCodeSession talk = open(null);
    for (GateDecision no :
        List.of(
            new GateDecision.Declined("no"),
            new GateDecision.Cancelled("too late"),
            new GateDecision.Denied(null, "no"),
            new GateDecision.Allowed(null, null, false))) {
      server.calls.clear();
      talk.prompt("question");
      // Of the last turn nothing waits any more, and its id is not used again by a real one.
      AgentRequest ask = asked(talk);
      talk.answer(ask, no);
      assertThat(server.calls).contains("POST /question/que_1/reject");
      assertThat(untilEnd(talk).reason()).isEqualTo(Reason.DONE);
      talk = open(null);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "once   | {\"reply\":\"once\"}",
        "always | {\"reply\":\"always\"}",
        "reject | {\"reply\":\"reject\",\"message\":\"not here\"}",
        "changes_requested | {\"reply\":\"reject\",\"message\":\"Changes requested: not here\"}",
        "asked_back | {\"reply\":\"reject\",\"message\":\"Before deciding, a person asks: not here\"}",
        "responded | {\"reply\":\"reject\",\"message\":\"A person answered in the tool's place: not here\"}",
        "late   | {\"reply\":\"reject\"}",
        "words  | {\"reply\":\"reject\"}"
      })
  // DX-53
  void a_permission_is_answered_as_it_was_decided(String choice, String body) throws Exception {
    OpenCodeSession talk = open(null);
    talk.prompt("permission");
    assertThat(talk.next())
        .isEqualTo(
            new AgentEvent.Began("call_b", "bash", new Json("{\"command\":\"touch made\"}")));
    AgentRequest.Permission ask = (AgentRequest.Permission) asked(talk);
    assertThat(ask.tool()).isEqualTo("bash");
    assertThat(ask.input().text()).isEqualTo("{\"command\":\"touch made\"}");
    assertThat(ask.reason()).isEqualTo("OpenCode asks for bash: touch made");
    assertThat(ask.offer().editable()).isFalse();
    // AG-02
    assertThat(ask.agentCall()).isEqualTo(AgentCall.shell("bash", "touch made"));
    assertThat(ask.offer().pick(true).map(Offer.Choice::id)).hasValue("once");
    assertThat(ask.offer().pick(false).map(Offer.Choice::id)).hasValue("reject");
    talk.answer(
        ask,
        switch (choice) {
          case "reject" -> new GateDecision.Denied("reject", "not here");
          case "changes_requested", "asked_back", "responded" ->
              new GateDecision.Denied(
                  "reject", "not here", "ana", Denial.valueOf(choice.toUpperCase(Locale.ROOT)));
          case "late" -> new GateDecision.Cancelled("nobody decided");
          case "words" -> new GateDecision.Answered(List.of());
          default -> new GateDecision.Allowed(choice, null, choice.equals("always"));
        });
    assertThat(server.calls).contains("POST /permission/per_1/reply " + body);
    assertThat(talk.next())
        .isEqualTo(
            new AgentEvent.Finished(
                "call_b", body.contains("reject"), new Json("\"what came of it\"")));
    assertThat(untilEnd(talk).reason()).isEqualTo(Reason.DONE);
  }

  @Test
  // AG-11
  void AG_11_the_input_is_that_of_the_call_in_whatever_order_both_are_told() throws Exception {
    OpenCodeSession talk = open(null);
    for (int seed = 0; seed < 50; seed++) {
      talk.prompt("shuffled " + seed);
      AgentRequest.Permission ask = (AgentRequest.Permission) askedAfterAll(talk);
      assertThat(ask.input().text())
          .isEqualTo("{\"command\":\"touch %d\",\"description\":\"d\"}".formatted(seed));
      assertThat(ask.agentCall()).isEqualTo(AgentCall.shell("bash", "touch " + seed));
      talk.answer(ask, new GateDecision.Allowed("once", null, false));
      assertThat(untilEnd(talk).reason()).isEqualTo(Reason.DONE);
    }
  }

  @Test
  void AG_11_who_comes_back_is_asked_with_the_same_input() throws Exception {
    OpenCodeSession talk = open(null);
    talk.prompt("shuffled 1");
    AgentRequest.Permission ask = (AgentRequest.Permission) askedAfterAll(talk);
    talk.close();

    OpenCodeSession again = open(talk.id());

    AgentRequest.Permission same = (AgentRequest.Permission) askedAfterAll(again);
    assertThat(same.input()).isEqualTo(ask.input());
    assertThat(same.agentCall()).isEqualTo(ask.agentCall());
  }

  @Test
  void two_asks_at_once_are_told_apart() throws Exception {
    OpenCodeSession talk = open(null);
    talk.prompt("two");
    AgentRequest question = asked(talk);
    AgentRequest permission = asked(talk);
    talk.answer(permission, new GateDecision.Allowed("once", null, false));
    talk.answer(question, new GateDecision.Declined("no"));
    assertThat(server.calls)
        .contains(
            "POST /permission/per_1/reply {\"reply\":\"once\"}", "POST /question/que_1/reject");
    assertThat(untilEnd(talk).reason()).isEqualTo(Reason.DONE);
  }

  @Test
  void what_its_own_agents_ask_is_asked_too() throws Exception {
    OpenCodeSession talk = open(null);
    talk.prompt("child");
    AgentRequest ask = asked(talk);
    assertThat(ask.input().text()).contains("\"patterns\":[\"touch made\"]");
    talk.answer(ask, new GateDecision.Allowed("once", null, false));
    assertThat(untilEnd(talk).reason()).isEqualTo(Reason.DONE);
  }

  @Test
  void what_nobody_can_be_asked_is_rejected() throws Exception {
    OpenCodeSession talk = open(null);
    talk.prompt("nonsense");
    assertThat(untilEnd(talk).reason()).isEqualTo(Reason.DONE);
    assertThat(server.calls).contains("POST /question/que_bad/reject");
  }

  @Test
  void what_is_answered_elsewhere_is_dropped() throws Exception {
    OpenCodeSession talk = open(null);
    talk.prompt("two");
    AgentRequest question = asked(talk);
    AgentRequest permission = asked(talk);
    server.answerElsewhere("que_1");
    assertThat(talk.next()).isEqualTo(new AgentEvent.Dropped(question, "answered elsewhere"));
    server.answerElsewhere("per_1");
    assertThat(talk.next()).isEqualTo(new AgentEvent.Dropped(permission, "answered elsewhere"));
    assertThatThrownBy(() -> talk.answer(question, new GateDecision.Declined("no")))
        .isInstanceOf(PeerFailure.class)
        .hasMessageContaining("answered elsewhere, or is lost");
  }

  @Test
  void an_answer_to_what_it_has_lost_is_refused_truthfully() throws Exception {
    OpenCodeSession talk = open(null);
    talk.prompt("question");
    AgentRequest ask = asked(talk);
    server.forget("que_1");
    assertThatThrownBy(() -> talk.answer(ask, new GateDecision.Declined("no")))
        .isInstanceOf(PeerFailure.class)
        .hasMessageContaining(
            "OpenCode is no longer waiting for this: it was answered elsewhere, or is lost; the answer was not delivered");
  }

  @Test
  void an_answer_that_finds_no_server_can_be_given_again() throws Exception {
    OpenCodeSession talk = open(null);
    talk.prompt("permission");
    talk.next();
    AgentRequest ask = asked(talk);
    server.close();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> talk.answer(ask, new GateDecision.Allowed("once", null, false)))
          .isInstanceOf(PeerFailure.class)
          .hasMessageContaining("could not be reached");
    }
    assertThat(talk.isAlive()).isTrue();
  }

  @Test
  void a_server_that_is_out_of_reach_for_too_long_is_gone() throws Exception {
    outOfReach = Duration.ZERO;
    try (OpenCodePeer hasty = peer(server.url(), Map.of())) {
      OpenCodeSession talk = hasty.open(new Peer.Opening("s", null, folder, null));
      server.close();
      assertThat(talk.next())
          .isInstanceOfSatisfying(
              AgentEvent.Gone.class,
              gone -> assertThat(gone.reason()).contains("cannot be reached"));
      assertThat(talk.isAlive()).isFalse();
    }
  }

  @Test
  void what_is_asked_and_answered_while_the_stream_is_cut_is_not_missed() throws Exception {
    OpenCodeSession talk = open(null);
    server.deaf(true);
    talk.prompt("two");
    server.deaf(false);
    AgentRequest question = asked(talk);
    AgentRequest permission = asked(talk);
    server.deaf(true);
    server.answerElsewhere("per_1");
    server.deaf(false);
    assertThat(talk.next())
        .isEqualTo(
            new AgentEvent.Dropped(
                permission, "answered elsewhere, or lost, while OpenCode was not reachable"));
    server.cut();
    talk.answer(question, new GateDecision.Declined("no"));
    assertThat(untilEnd(talk).reason()).isEqualTo(Reason.DONE);
  }

  @Test
  void what_is_said_and_ended_while_the_stream_is_cut_is_told_once() throws Exception {
    OpenCodeSession talk = open(null);
    server.deaf(true);
    talk.prompt("hello");
    server.deaf(false);
    assertThat(talk.next()).isEqualTo(new AgentEvent.Said("you said: hello"));
    assertThat(untilEnd(talk).reason()).isEqualTo(Reason.DONE);
    server.cut();
    assertThat(said(talk, "hello again")).isEqualTo("you said: hello again");
  }

  @Test
  void a_session_is_taken_up_again_with_what_it_waits_for_and_without_what_was_said()
      throws Exception {
    OpenCodeSession talk = open(null);
    said(talk, "hello");
    talk.prompt("question");
    AgentRequest ask = asked(talk);
    talk.close();
    assertThat(talk.next()).isInstanceOf(AgentEvent.Gone.class);
    OpenCodeSession again = open(talk.id());
    assertThat(asked(again)).isEqualTo(ask);
    again.answer(ask, new GateDecision.Declined("no"));
    assertThat(again.next())
        .isEqualTo(
            new AgentEvent.Began("call_b", "bash", new Json("{\"command\":\"touch made\"}")));
    assertThat(untilEnd(again).reason()).isEqualTo(Reason.DONE);
    assertThatThrownBy(() -> open("ses_unknown"))
        .isInstanceOf(PeerFailure.class)
        .hasMessageContaining("404");
    assertThatThrownBy(() -> open("../question")).isInstanceOf(PeerFailure.class);
  }

  @Test
  void what_fails_or_is_cancelled_says_so() throws Exception {
    OpenCodeSession talk = open(null);
    talk.cancel();
    talk.prompt("fail");
    assertThat(talk.next()).isEqualTo(new AgentEvent.Ended(Reason.FAILED, "no such model"));
    talk.prompt("question");
    asked(talk);
    talk.cancel();
    assertThat(untilEnd(talk).reason()).isEqualTo(Reason.CANCELLED);
    assertThat(server.calls).contains("POST /question/que_1/reject");
  }

  @Test
  void the_password_is_sent_and_told_to_nobody() throws Exception {
    try (StandInOpenCode closed = new StandInOpenCode(0, "s3cret");
        OpenCodePeer wrong = peer(closed.url(), Map.of("OPENCODE_SERVER_PASSWORD", "wr0ng"));
        OpenCodePeer right = peer(closed.url(), Map.of("OPENCODE_SERVER_PASSWORD", "s3cret"))) {
      assertThatThrownBy(() -> wrong.open(new Peer.Opening("s", null, folder, null)))
          .isInstanceOf(PeerFailure.class)
          .hasMessageContaining("401; set OPENCODE_SERVER_PASSWORD")
          .hasMessageNotContaining("wr0ng");
      assertThat(said(right.open(new Peer.Opening("s", null, folder, null)), "hello"))
          .isEqualTo("you said: hello");
    }
  }

  @Test
  void a_server_of_our_own_is_started_when_needed_and_started_again_when_it_has_died()
      throws Exception {
    try (OpenCodePeer own = peer(null, Map.of())) {
      OpenCodeSession talk = own.open(new Peer.Opening("s", null, folder, null));
      assertThat(said(talk, "hello")).isEqualTo("you said: hello");
      talk.prompt("question");
      AgentRequest ask = asked(talk);
      assertThatThrownBy(() -> said(own.open(new Peer.Opening("t", null, folder, null)), "die"))
          .satisfiesAnyOf(
              e -> assertThat(e).isInstanceOf(PeerFailure.class),
              e -> assertThat(e).isInstanceOf(IllegalStateException.class));
      assertThat(talk.next())
          .isInstanceOfSatisfying(
              AgentEvent.Gone.class, gone -> assertThat(gone.reason()).contains("exit code 3"));
      assertThatThrownBy(() -> talk.answer(ask, new GateDecision.Declined("no")))
          .isInstanceOf(PeerFailure.class);
      assertThat(said(own.open(new Peer.Opening("s", null, folder, null)), "hello"))
          .isEqualTo("you said: hello");
    }
    await().until(() -> folder.resolve("registry").toFile().list().length == 0);
  }

  @Test
  void a_place_without_a_server_and_a_server_that_does_not_start_are_refused() throws Exception {
    try (OpenCodePeer none = peer(URI.create("http://127.0.0.1:1"), Map.of())) {
      assertThatThrownBy(() -> none.open(new Peer.Opening("s", null, folder, null)))
          .isInstanceOf(PeerFailure.class)
          .hasMessageContaining("could not be reached");
    }
    AgentCommand broken =
        new AgentCommand("oc", List.of("sh", "-c", "echo broken >&2; exit 4"), Map.of(), null);
    try (OpenCodePeer none = peer(broken, null)) {
      assertThatThrownBy(() -> none.open(new Peer.Opening("s", null, folder, null)))
          .isInstanceOf(PeerFailure.class)
          .hasMessageContaining("exit code 4: broken");
    }
  }

  private OpenCodePeer peer(@Nullable URI url, Map<String, String> environment) throws Exception {
    return peer(
        new AgentCommand("oc", Programs.command(StandInOpenCode.class), environment, null), url);
  }

  private OpenCodePeer peer(AgentCommand command, @Nullable URI url) throws Exception {
    return new OpenCodePeer(
        command,
        url,
        new Processes(folder.resolve("registry")),
        Map.of("PATH", System.getenv("PATH")),
        Duration.ofSeconds(40),
        outOfReach);
  }

  private OpenCodeSession open(@Nullable String talkId) throws Exception {
    return peer.open(new Peer.Opening("s", null, folder, talkId));
  }

  private static AgentRequest asked(OpenCodeSession talk) throws InterruptedException {
    return ((AgentEvent.Asked) talk.next()).ask();
  }

  /** What it asks, after whatever it has begun before. */
  private static AgentRequest askedAfterAll(OpenCodeSession talk) throws InterruptedException {
    while (true) {
      if (talk.next() instanceof AgentEvent.Asked asked) {
        return asked.ask();
      }
    }
  }

  private static AgentEvent.Ended untilEnd(OpenCodeSession talk) throws InterruptedException {
    while (true) {
      if (talk.next() instanceof AgentEvent.Ended ended) {
        return ended;
      }
    }
  }

  private static String said(OpenCodeSession talk, String prompt) throws Exception {
    talk.prompt(prompt);
    StringBuilder said = new StringBuilder();
    while (true) {
      AgentEvent next = talk.next();
      if (next instanceof AgentEvent.Said piece) {
        said.append(piece.text());
      } else if (next instanceof AgentEvent.Ended) {
        return said.toString();
      } else if (next instanceof AgentEvent.Gone gone) {
        throw new IllegalStateException(gone.reason());
      }
    }
  }
}
