package dev.holdpoint.agent.claude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentEvent.Ended.Reason;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.agent.peer.AgentSelf;
import dev.holdpoint.agent.peer.Peer;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Caution;
import dev.holdpoint.core.gate.Denial;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.AgentCall;
import dev.holdpoint.engine.asking.GateDecision;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against a process that speaks Claude Code's wire. */
@Timeout(120)
class ClaudePeerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A process may take its time between a question and its control request. */
  private static final Duration SILENCE = Duration.ofMinutes(2);

  private static final Duration SHORT_SILENCE = Duration.ofMillis(200);

  @TempDir Path folder;
  private final Deque<String> heard = new ArrayDeque<>();
  private ClaudePeer peer;

  @BeforeEach
  void prepare() throws Exception {
    peer = peer(StandInClaude.command(), SILENCE);
  }

  @AfterEach
  void end() {
    peer.close();
  }

  @Test
  void it_is_told_what_to_do_and_says_what_it_has_to_say() throws Exception {
    ClaudeSession talk = open(null);
    talk.prompt("hello");
    assertThat(talk.next()).isEqualTo(new AgentEvent.Said("you said: hello"));
    assertThat(talk.next()).isEqualTo(new AgentEvent.Ended(Reason.DONE, "done"));
    assertThat(talk.isLasting()).isTrue();
    assertThat(talk.isAlive()).isTrue();
  }

  @Test
  @DisplayName("AG-54 what Claude Code says of itself is its name, its version and its mode")
  void what_it_says_of_itself() throws Exception {
    ClaudeSession talk = open(null);
    assertThat(talk.self()).isEqualTo(AgentSelf.UNKNOWN);
    assertThat(said(talk, "hello")).isEqualTo("you said: hello");
    assertThat(talk.self())
        .isEqualTo(new AgentSelf("claude-code", "2.1.325", "default", List.of()));
  }

  @Test
  void its_sessions_are_taken_up_again_by_another_process() throws Exception {
    ClaudeSession talk = open(null);
    said(talk, "hello");
    talk.close();
    ClaudeSession again = open(talk.id());
    assertThat(again.id()).isEqualTo(talk.id());
    assertThat(again.isLasting()).isTrue();
    assertThat(said(again, "hello again")).isEqualTo("you said: hello again");
  }

  @Test
  void a_session_it_does_not_know_is_refused_with_its_own_words() {
    String unknown = UUID.randomUUID().toString();
    assertThatThrownBy(() -> open(unknown))
        .isInstanceOf(PeerFailure.class)
        .hasMessageContaining("No conversation found with session ID: " + unknown);
    assertThatThrownBy(() -> open("--dangerously-skip-permissions"))
        .isInstanceOf(PeerFailure.class);
  }

  // PF-87, AG-08
  @ParameterizedTest
  @CsvSource({
    "suppress_always_allow_rule, true, false, false",
    "default_to_no, false, true, false",
    "requires_user_interaction, false, false, true",
    "matched_ask_rule, false, false, true"
  })
  void PF_87_what_a_request_says_of_its_decision_is_read(
      String flag, boolean grantless, boolean denyFirst, boolean personOnly) throws Exception {
    ClaudeSession talk = open(null);
    talk.prompt("flag " + flag);
    assertThat(talk.next()).isInstanceOf(AgentEvent.Began.class);
    AgentRequest.Permission ask = (AgentRequest.Permission) asked(talk);
    assertThat(ask.caution()).isEqualTo(new Caution(grantless, denyFirst, personOnly));
    talk.answer(ask, new GateDecision.Denied(null, "no"));
  }

  // AG-08
  @ParameterizedTest
  @CsvSource({
    "title, Claude Code wants to use Bash for yes",
    "agent_id, 'Claude Code wants to use Bash, asked by its agent yes'",
    "blocked_path, 'Claude Code wants to use Bash, outside its folders: yes'"
  })
  void AG_08_who_asks_and_for_what_is_said_in_the_reason(String member, String reason)
      throws Exception {
    ClaudeSession talk = open(null);
    talk.prompt("flag " + member);
    assertThat(talk.next()).isInstanceOf(AgentEvent.Began.class);
    AgentRequest.Permission ask = (AgentRequest.Permission) asked(talk);
    assertThat(ask.caution()).isNull();
    assertThat(ask.reason()).startsWith(reason);
    talk.answer(ask, new GateDecision.Denied(null, "no"));
  }

  @Test
  void a_permission_is_allowed_as_it_was_asked() throws Exception {
    ClaudeSession talk = open(null);
    talk.prompt("permission");
    assertThat(talk.next()).isInstanceOf(AgentEvent.Began.class);
    AgentRequest.Permission ask = (AgentRequest.Permission) asked(talk);
    assertThat(ask.tool()).isEqualTo("Bash");
    assertThat(ask.callId()).isEqualTo("toolu_1");
    assertThat(ask.input().text()).contains("touch made");
    assertThat(ask.reason()).isEqualTo("Claude Code wants to use Bash: make it");
    assertThat(ask.offer().editable()).isTrue();
    assertThat(ask.agentCall()).isEqualTo(AgentCall.shell("Bash", "touch made"));
    talk.answer(ask, new GateDecision.Allowed(null, null, false));
    assertThat(heard(talk))
        .contains("\"subtype\":\"success\"", "\"request_id\":\"r1\"", "\"behavior\":\"allow\"")
        .contains("\"updatedInput\":{\"command\":\"touch made\"")
        .doesNotContain("updatedPermissions");
    assertThat(talk.next())
        .isEqualTo(new AgentEvent.Finished("toolu_1", false, new Json("\"ok\"")));
    assertThat(talk.next()).isEqualTo(new AgentEvent.Ended(Reason.DONE, "done"));
  }

  @Test
  // AG-03
  void it_is_allowed_with_another_input_and_never_for_longer() throws Exception {
    ClaudeSession talk = open(null);
    talk.prompt("permission");
    talk.next();
    talk.answer(
        asked(talk), new GateDecision.Allowed(null, new Json("{\"command\":\"true\"}"), true));
    assertThat(heard(talk))
        .contains("\"updatedInput\":{\"command\":\"true\"}")
        .doesNotContain("updatedPermissions");
    untilEnd(talk);
    talk.prompt("permission");
    talk.next();
    talk.answer(asked(talk), new GateDecision.Allowed(null, null, true));
    assertThat(heard(talk))
        .contains("\"behavior\":\"allow\"")
        .doesNotContain("updatedPermissions", "addRules");
  }

  @ParameterizedTest
  @CsvSource({
    "CHANGES_REQUESTED, Changes requested: use staging",
    "ASKED_BACK, 'Before deciding, a person asks: use staging'",
    "RESPONDED, A person answered in the tool's place: use staging"
  })
  // DX-53
  void DX_53_what_is_said_in_place_of_a_plain_no_is_a_no_with_the_words(Denial kind, String message)
      throws Exception {
    ClaudeSession talk = open(null);
    talk.prompt("permission");
    talk.next();
    talk.answer(asked(talk), new GateDecision.Denied(null, "use staging", "ana", kind));
    assertThat(heard(talk))
        .contains("\"behavior\":\"deny\"")
        .contains("\"message\":\"" + message)
        .doesNotContain("allow");
  }

  @Test
  void a_no_an_expiry_and_words_are_never_a_yes() throws Exception {
    ClaudeSession talk = open(null);
    for (GateDecision decision :
        List.of(
            new GateDecision.Denied(null, "not today"),
            new GateDecision.Declined("not today"),
            new GateDecision.Cancelled("not today"),
            new GateDecision.Answered(List.of()))) {
      talk.prompt("permission");
      talk.next();
      talk.answer(asked(talk), decision);
      assertThat(heard(talk)).contains("\"behavior\":\"deny\"").doesNotContain("allow");
      assertThat(untilEnd(talk)).isEqualTo(new AgentEvent.Ended(Reason.DONE, "done"));
    }
  }

  // A2-29
  @Test
  void a_question_with_a_control_request_is_answered_through_it() throws Exception {
    ClaudeSession talk = open(null);
    talk.prompt("question");
    AgentRequest.Inquiry ask = (AgentRequest.Inquiry) asked(talk);
    assertThat(ask.questions())
        .containsExactly(
            new StructuredQuestion(
                "q1",
                "Color",
                "Which color?",
                List.of(
                    new Option("Red", "Red", "warm", null),
                    new Option("Blue", "Blue", "cold", null)),
                false),
            new StructuredQuestion(
                "q2",
                "Size",
                "Which sizes?",
                List.of(new Option("S", "S", null, null), new Option("L", "L", null, null)),
                true));
    talk.answer(
        ask,
        new GateDecision.Answered(
            List.of(
                new Answer("q1", List.of("Red"), null),
                new Answer("q2", List.of("S", "L"), "and M"))));
    assertThat(heard(talk))
        .contains("\"behavior\":\"allow\"", "\"updatedInput\":{\"questions\":[")
        .contains("\"answers\":{\"Which color?\":\"Red\",\"Which sizes?\":\"S, L, and M\"}");
  }

  // A2-34
  @Test
  void a_rejected_question_with_a_control_request_is_denied() throws Exception {
    ClaudeSession talk = open(null);
    talk.prompt("question");
    talk.answer(asked(talk), new GateDecision.Declined("nobody knows"));
    assertThat(heard(talk)).contains("\"behavior\":\"deny\",\"message\":\"nobody knows\"");
  }

  // A2-29, A2-34
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "approve, -,              allow, \"answers\":{",
        "reject,  -,              deny,  The plan was rejected.",
        "-,       with a test,    deny,  Change the plan first: with a test",
        "approve, but not today,  deny,  Change the plan first: but not today"
      })
  void a_plan_is_shown_and_only_a_plain_yes_approves_it(
      @Nullable String choice, @Nullable String words, String behavior, String told)
      throws Exception {
    ClaudeSession talk = open(null);
    talk.prompt("plan");
    AgentRequest.Inquiry ask = (AgentRequest.Inquiry) asked(talk);
    assertThat(ask.questions().getFirst().question()).contains("1. Build it");
    talk.answer(
        ask,
        new GateDecision.Answered(
            List.of(new Answer("plan", choice == null ? List.of() : List.of(choice), words))));
    assertThat(heard(talk)).contains("\"behavior\":\"" + behavior + "\"", told);
  }

  // A2-30
  @Test
  void a_question_without_a_control_request_is_answered_by_a_tool_result() throws Exception {
    ClaudeSession talk = openUnlinked();
    talk.prompt("unlinked");
    talk.answer(
        asked(talk),
        new GateDecision.Answered(
            List.of(new Answer("q1", List.of("Red"), null), new Answer("q2", List.of("S"), null))));
    assertThat(heard(talk))
        .contains("\"type\":\"user\"", "\"type\":\"tool_result\",\"tool_use_id\":\"toolu_9\"")
        .contains("\"content\":\"Which color? Red\\nWhich sizes? S\"")
        .doesNotContain("is_error");
    assertThat(untilEnd(talk)).isEqualTo(new AgentEvent.Ended(Reason.DONE, "done"));
  }

  // A2-35
  @Test
  void when_rejected_it_is_answered_by_a_tool_result_that_says_so() throws Exception {
    ClaudeSession talk = openUnlinked();
    talk.prompt("unlinked");
    talk.answer(asked(talk), new GateDecision.Declined("no"));
    assertThat(heard(talk)).contains("\"content\":\"no\",\"is_error\":true");
    untilEnd(talk);
    talk.prompt("unlinked plan");
    talk.answer(
        asked(talk),
        new GateDecision.Answered(List.of(new Answer("plan", List.of("reject"), null))));
    assertThat(heard(talk)).contains("\"is_error\":true");
    untilEnd(talk);
    talk.prompt("unlinked nonsense");
    assertThat(heard(talk)).contains("`questions` must be a list", "\"is_error\":true");
  }

  @Test
  void a_control_request_that_comes_late_gets_the_answer_that_was_given() throws Exception {
    ClaudeSession talk = openUnlinked();
    talk.prompt("late");
    talk.answer(asked(talk), new GateDecision.Declined("no"));
    assertThat(heard(talk)).contains("tool_result");
    assertThat(heard(talk)).contains("\"request_id\":\"r9\"", "\"behavior\":\"deny\"");
    assertThat(untilEnd(talk)).isEqualTo(new AgentEvent.Ended(Reason.DONE, "done"));
  }

  @Test
  void two_asks_at_once_are_told_apart() throws Exception {
    ClaudeSession talk = open(null);
    talk.prompt("two");
    AgentRequest question = asked(talk);
    AgentRequest permission = asked(talk);
    talk.answer(permission, new GateDecision.Allowed(null, null, false));
    talk.answer(question, new GateDecision.Declined("no"));
    assertThat(heard(talk)).contains("\"request_id\":\"r2\"", "allow");
    assertThat(heard(talk)).contains("\"request_id\":\"r1\"", "deny");
    assertThatThrownBy(() -> talk.answer(permission, new GateDecision.Allowed(null, null, false)))
        .isInstanceOf(PeerFailure.class);
  }

  @Test
  void what_nobody_can_be_asked_is_answered_with_an_error() throws Exception {
    ClaudeSession talk = open(null);
    talk.prompt("unknown");
    assertThat(heard(talk)).contains("\"subtype\":\"error\"", "hook_callback");
    untilEnd(talk);
    talk.prompt("nonsense");
    assertThat(heard(talk)).contains("\"subtype\":\"error\"", "`questions` must be a list");
  }

  @Test
  void a_request_that_is_withdrawn_is_dropped_and_not_answered() throws Exception {
    ClaudeSession talk = open(null);
    talk.prompt("withdraw");
    AgentRequest ask = asked(talk);
    assertThat(talk.next())
        .isEqualTo(new AgentEvent.Dropped(ask, "Claude Code has withdrawn the request"));
    assertThatThrownBy(() -> talk.answer(ask, new GateDecision.Allowed(null, null, false)))
        .isInstanceOf(PeerFailure.class);
  }

  @Test
  void what_is_cancelled_is_denied_and_stopped() throws Exception {
    ClaudeSession talk = open(null);
    talk.cancel();
    talk.prompt("hang");
    asked(talk);
    talk.cancel();
    assertThat(heard(talk)).contains("\"behavior\":\"deny\"");
    assertThat(heard(talk)).contains("\"subtype\":\"interrupt\"");
    assertThat(untilEnd(talk).reason()).isEqualTo(Reason.CANCELLED);
  }

  @Test
  void one_that_dies_while_it_waits_is_gone_and_takes_no_answer() throws Exception {
    ClaudeSession talk = open(null);
    talk.prompt("die");
    AgentRequest ask = asked(talk);
    assertThat(talk.next())
        .isEqualTo(new AgentEvent.Gone("the agent 'claude' ended with exit code 3: out of memory"));
    assertThat(talk.isAlive()).isFalse();
    assertThatThrownBy(() -> talk.answer(ask, new GateDecision.Allowed(null, null, false)))
        .isInstanceOf(PeerFailure.class)
        .hasMessageContaining("exit code 3");
    assertThatThrownBy(() -> talk.prompt("hello")).isInstanceOf(PeerFailure.class);
  }

  @ParameterizedTest
  @CsvSource({"malformed, not JSON", "huge, a line of more than"})
  void one_that_cannot_be_understood_is_ended(String prompt, String reason) throws Exception {
    ClaudeSession talk = open(null);
    talk.prompt(prompt);
    assertThat(talk.next())
        .isInstanceOfSatisfying(
            AgentEvent.Gone.class, gone -> assertThat(gone.reason()).contains(reason));
    assertThat(talk.isAlive()).isFalse();
  }

  @Test
  void what_is_new_or_said_aside_is_passed_over() throws Exception {
    ClaudeSession talk = open(null);
    assertThat(said(talk, "noise")).isEqualTo("Well.\n\nDone.");
  }

  @ParameterizedTest
  @CsvSource({"limit, LIMIT, error_max_turns", "fail, FAILED, Invalid API key"})
  void how_it_ended_is_told(String prompt, Reason reason, String detail) throws Exception {
    ClaudeSession talk = open(null);
    talk.prompt(prompt);
    assertThat(talk.next()).isEqualTo(new AgentEvent.Ended(reason, detail));
  }

  @Test
  void a_result_that_was_not_said_before_is_said() throws Exception {
    assertThat(said(open(null), "silent")).isEqualTo("a result alone");
  }

  @Test
  void it_gets_what_is_configured_and_nothing_of_the_daemon() throws Exception {
    assertThat(said(open(null), "environment").split(" "))
        .contains("ANTHROPIC_API_KEY", "PATH")
        .doesNotContain("HOLD_ADMIN_TOKEN");
  }

  @Test
  void a_program_that_is_not_there_or_does_not_know_the_flags_is_refused() throws Exception {
    try (ClaudePeer none = peer(List.of("no-such-claude"), SILENCE)) {
      assertThatThrownBy(() -> none.open(new Peer.Opening("s", null, folder, null)))
          .isInstanceOf(PeerFailure.class)
          .hasMessageContaining("no-such-claude");
    }
    try (ClaudePeer other =
        peer(List.of("sh", "-c", "echo 'unknown option -p' >&2; exit 2"), SILENCE)) {
      assertThatThrownBy(() -> other.open(new Peer.Opening("s", null, folder, null)))
          .isInstanceOf(PeerFailure.class)
          .hasMessageContaining("exit code 2")
          .hasMessageContaining("unknown option -p");
    }
  }

  @Test
  void whoever_listens_is_told_and_a_closed_peer_leaves_nothing_running() throws Exception {
    ClaudeSession talk = open(null);
    AtomicInteger told = new AtomicInteger();
    talk.onNews(told::incrementAndGet);
    said(talk, "hello");
    assertThat(told).hasPositiveValue();
    peer.close();
    assertThat(talk.next()).isEqualTo(new AgentEvent.Gone("the agent 'claude' was stopped"));
    assertThat(folder.resolve("registry").toFile().list()).isEmpty();
  }

  @Test
  @DisplayName("AG-75 a mode of kind claude is its --permission-mode")
  void a_mode_is_an_argument() throws Exception {
    String script = "printf '%s ' \"$@\" >arguments; exit 3";
    try (ClaudePeer other = peer(List.of("sh", "-c", script, "sh"), SILENCE, "plan")) {
      assertThatThrownBy(() -> other.open(new Peer.Opening("s", null, folder, null)))
          .isInstanceOf(PeerFailure.class);
    }
    assertThat(Files.readString(folder.resolve("arguments")))
        .contains(" --permission-mode plan --session-id ");
  }

  private ClaudePeer peer(List<String> command, Duration silence) throws Exception {
    return peer(command, silence, null);
  }

  private ClaudePeer peer(List<String> command, Duration silence, @Nullable String mode)
      throws Exception {
    return new ClaudePeer(
        new AgentCommand("claude", command, Map.of("ANTHROPIC_API_KEY", "sk-1"), null),
        mode,
        new Processes(folder.resolve("registry")),
        Map.of("PATH", System.getenv("PATH"), "HOLD_ADMIN_TOKEN", "secret"),
        PATIENCE,
        silence);
  }

  /** Nothing that is asked of it has a control request in time. */
  private ClaudeSession openUnlinked() throws Exception {
    peer = peer(StandInClaude.command(), SHORT_SILENCE);
    return open(null);
  }

  private ClaudeSession open(@Nullable String talkId) throws Exception {
    return peer.open(new Peer.Opening("s", null, folder, talkId));
  }

  private static AgentRequest asked(ClaudeSession talk) throws InterruptedException {
    return ((AgentEvent.Asked) talk.next()).ask();
  }

  /** What the process says that it has heard; pieces of its words may come put together. */
  private String heard(ClaudeSession talk) throws InterruptedException {
    while (heard.isEmpty()) {
      String said = ((AgentEvent.Said) talk.next()).text();
      heard.addAll(List.of(said.strip().split("\n\n")));
    }
    return heard.removeFirst();
  }

  private static AgentEvent.Ended untilEnd(ClaudeSession talk) throws InterruptedException {
    while (true) {
      if (talk.next() instanceof AgentEvent.Ended ended) {
        return ended;
      }
    }
  }

  private static String said(ClaudeSession talk, String prompt) throws Exception {
    talk.prompt(prompt);
    StringBuilder said = new StringBuilder();
    while (true) {
      AgentEvent next = talk.next();
      if (next instanceof AgentEvent.Said piece) {
        said.append(piece.text());
      } else if (next instanceof AgentEvent.Ended) {
        return said.toString();
      }
    }
  }
}
