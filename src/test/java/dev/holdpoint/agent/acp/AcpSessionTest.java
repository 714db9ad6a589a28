package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentEvents;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.peer.PeerSession;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.GateDecision;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens in a talk, with agents that say exactly what they are told to. */
@Timeout(120)
final class AcpSessionTest {
  private static final String END = "answer '{\"stopReason\":\"end_turn\"}'";

  @TempDir Path folder = Path.of("set by JUnit");

  @Test
  void words_and_tools_come_in_order_and_thoughts_not_at_all() throws Exception {
    try (PeerBench bench =
        bench(
            """
            words s1 one; words s1 two
            update s1 '{"sessionUpdate":"agent_thought_chunk","content":{"type":"text","text":"?"}}'
            update s1 '{"sessionUpdate":"plan","entries":[]}'
            update s1 '{"sessionUpdate":"tool_call","toolCallId":"c1","title":"Read it","rawInput":{"p":1}}'
            update s1 '{"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"in_progress"}'
            update s1 '{"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"completed","rawOutput":[1]}'
            update s1 '{"sessionUpdate":"tool_call","toolCallId":"c2","title":"","kind":"edit"}'
            update s1 '{"sessionUpdate":"tool_call_update","toolCallId":"c2","status":"failed","content":[
            {"type":"content","content":{"type":"text","text":"no"}},{"type":"diff","path":"x","newText":"y"}]}'
            update s9 '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"lost"}}'
            words s1 three;\s"""
                    .replace("[\n", "[")
                + END)) {
      PeerSession talk = bench.open();
      talk.prompt("go");
      assertThat(PeerBench.turn(talk))
          .containsExactly(
              new AgentEvent.Said("onetwo"),
              new AgentEvent.Began("c1", "Read it", new Json("{\"p\":1}")),
              new AgentEvent.Finished("c1", false, new Json("[1]")),
              new AgentEvent.Began("c2", "edit", Json.EMPTY_OBJECT),
              new AgentEvent.Finished("c2", true, new Json("{\"text\":\"no\"}")),
              new AgentEvent.Said("three"),
              PeerBench.done());
      assertThat(talk.peek()).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "end_turn, DONE",
    "max_tokens, LIMIT",
    "max_turn_requests, LIMIT",
    "refusal, REFUSED",
    "cancelled, CANCELLED",
    "whim, FAILED",
  })
  void why_a_turn_ended_is_told(String stop, AgentEvent.Ended.Reason reason) throws Exception {
    try (PeerBench bench = bench("answer '{\"stopReason\":\"" + stop + "\"}'")) {
      PeerSession talk = bench.open();
      talk.prompt("go");
      assertThat(talk.next())
          .isInstanceOfSatisfying(
              AgentEvent.Ended.class, end -> assertThat(end.reason()).isEqualTo(reason));
    }
  }

  @Test
  void an_error_ends_the_turn_with_its_message_and_the_talk_goes_on() throws Exception {
    // Not before somebody has tried to speak to it meanwhile.
    Path refused = folder.resolve("refused");
    try (PeerBench bench =
        bench(
            """
            case $line in *bad*) until [ -e '%s' ]; do :; done
            refuse '{"code":-32603,"message":"model\\u0007 overloaded"}' ;;
            *) %s ;; esac"""
                .formatted(refused, END))) {
      PeerSession talk = bench.open();
      talk.prompt("bad");
      assertThatThrownBy(() -> talk.prompt("again"))
          .satisfies(e -> assertThat(e).isInstanceOf(PeerFailure.class));
      Files.createFile(refused);
      assertThat(talk.next())
          .isEqualTo(
              new AgentEvent.Ended(
                  AgentEvent.Ended.Reason.FAILED, "model overloaded (code -32603)"));
      talk.prompt("good");
      assertThat(talk.next()).isEqualTo(PeerBench.done());
    }
  }

  // A2-02, A2-09, A2-51, A2-57
  @Test
  void a_question_of_a_process_is_answered_on_its_stdin() throws Exception {
    try (PeerBench bench =
        bench(
            """
            prompt=$id
            say '{"jsonrpc":"2.0","id":"q-1","method":"_sandboxagent/session/request_question",\\
            "params":{"sessionId":"s1","questionId":"u","prompt":"Which option?",\\
            "options":[["option-a","Option A"],["option-b","Option B"]]}}'
            hear; printf '%s' "$line" >heard; id=$prompt;\s"""
                + END)) {
      PeerSession talk = bench.open();
      CountDownLatch news = new CountDownLatch(1);
      talk.onNews(news::countDown);
      talk.prompt("go");
      assertThat(news.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(talk.peek()).isInstanceOf(AgentEvent.Asked.class);
      AgentRequest.Inquiry ask = (AgentRequest.Inquiry) PeerBench.asked(talk);
      assertThat(ask.questions().getFirst().question()).isEqualTo("Which option?");
      talk.answer(
          ask,
          new GateDecision.Answered(
              List.of(new Answer(ask.questions().getFirst().id(), List.of("option-a"), null))));
      assertThat(talk.next()).isEqualTo(PeerBench.done());
      assertThat(Files.readString(bench.workspace.resolve("heard")))
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":\"q-1\","
                  + "\"result\":{\"status\":\"answered\",\"answers\":[[\"option-a\"]]}}");
      assertThatThrownBy(() -> talk.answer(ask, new GateDecision.Declined("late")))
          .hasMessage("the agent 'sheila' is no longer waiting for this answer");
    }
  }

  @Test
  void a_form_about_a_request_reaches_the_only_talk_and_no_other() throws Exception {
    try (PeerBench bench =
        bench(
            """
            prompt=$id
            say '{"jsonrpc":"2.0","id":0,"method":"elicitation/create","params":{"requestId":3,\\
            "mode":"form","message":"Sure?","requestedSchema":{"type":"object"}}}'
            hear; printf '%s' "$line" >heard; id=$prompt;\s"""
                + END)) {
      PeerSession talk = bench.open();
      talk.prompt("go");
      AgentRequest.Inquiry ask = (AgentRequest.Inquiry) PeerBench.asked(talk);
      assertThat(ask.questions().getFirst().question()).isEqualTo("Sure?");
      talk.answer(ask, new GateDecision.Declined("no"));
      assertThat(talk.next()).isEqualTo(PeerBench.done());
      bench.open();
      talk.prompt("go");
      assertThat(talk.next()).isEqualTo(PeerBench.done());
      assertThat(Files.readString(bench.workspace.resolve("heard")))
          .contains("\"code\":-32602", "`sessionId` must be text");
    }
  }

  @Test
  void two_permissions_at_once_get_each_its_own_answer() throws Exception {
    try (PeerBench bench =
        bench(
            """
            prompt=$id
            %s
            %s
            hear; printf '%%s\\n' "$line" >>heard; hear; printf '%%s\\n' "$line" >>heard
            id=$prompt; %s"""
                .formatted(permission(0, "c0"), permission(1, "c1"), END))) {
      PeerSession talk = bench.open();
      talk.prompt("go");
      AgentRequest.Permission first = (AgentRequest.Permission) PeerBench.asked(talk);
      AgentRequest.Permission second = (AgentRequest.Permission) PeerBench.asked(talk);
      assertThat(List.of(first.callId(), second.callId())).containsExactly("c0", "c1");
      talk.answer(second, new GateDecision.Denied("n", "no"));
      talk.answer(first, new GateDecision.Allowed("y", null, false));
      assertThat(talk.next()).isEqualTo(PeerBench.done());
      assertThat(Files.readAllLines(bench.workspace.resolve("heard")))
          .containsExactlyInAnyOrder(outcome(0, "y"), outcome(1, "n"));
    }
  }

  @Test
  void cancelling_tells_the_agent_and_answers_what_it_asks_then_and_later() throws Exception {
    try (PeerBench bench =
        bench(
            """
            prompt=$id
            %s
            hear; printf '%%s\\n' "$line" >>heard; hear; printf '%%s\\n' "$line" >>heard
            %s
            hear; printf '%%s\\n' "$line" >>heard
            id=$prompt; answer '{"stopReason":"cancelled"}'"""
                .formatted(permission(0, "c0"), permission(1, "c1")))) {
      PeerSession talk = bench.open();
      talk.cancel();
      talk.prompt("go");
      AgentRequest ask = PeerBench.asked(talk);
      talk.cancel();
      assertThat(talk.next())
          .isEqualTo(new AgentEvent.Ended(AgentEvent.Ended.Reason.CANCELLED, ""));
      String cancelled =
          "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"outcome\":{\"outcome\":\"cancelled\"}}}";
      assertThat(Files.readAllLines(bench.workspace.resolve("heard")))
          .containsExactly(
              "{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\","
                  + "\"params\":{\"sessionId\":\"s1\"}}",
              cancelled.formatted(0),
              cancelled.formatted(1));
      assertThatThrownBy(() -> talk.answer(ask, new GateDecision.Allowed("y", null, false)))
          .isInstanceOf(PeerFailure.class);
    }
  }

  @Test
  void what_the_agent_takes_back_or_leaves_open_is_dropped() throws Exception {
    try (PeerBench bench =
        bench(
            permission(5, "c0")
                + "; "
                + permission(6, "c1")
                + "; tell '$/cancel_request' '{\"requestId\":5}'; "
                + END)) {
      PeerSession talk = bench.open();
      talk.prompt("go");
      AgentRequest first = PeerBench.asked(talk);
      AgentRequest second = PeerBench.asked(talk);
      assertThat(PeerBench.turn(talk))
          .containsExactly(
              new AgentEvent.Dropped(first, "the agent has withdrawn the request"),
              new AgentEvent.Dropped(second, "the agent has continued without the answer"),
              PeerBench.done());
    }
  }

  @Test
  void what_is_not_known_is_refused_and_nothing_hangs() throws Exception {
    try (PeerBench bench =
        bench(
            """
            prompt=$id
            say '{"jsonrpc":"2.0","id":1,"method":"terminal/create","params":{"sessionId":"s1"}}'; hear
            say '{"jsonrpc":"2.0","id":2,"method":"session/request_permission","params":{"sessionId":"s9"}}'
            hear; printf '%%s' "$line" >heard
            say '{"jsonrpc":"2.0","id":3,"method":"_sandboxagent/session/request_question","params":{"sessionId":"s1"}}'
            hear; printf '%%s' "$line" >>heard
            id=$prompt; %s"""
                .formatted(END))) {
      PeerSession talk = bench.open();
      talk.prompt("go");
      List<AgentEvent> turn = PeerBench.turn(talk);
      assertThat(turn.getLast()).isInstanceOf(AgentEvent.Ended.class);
      assertThat(Files.readString(bench.workspace.resolve("heard")))
          .contains("\"id\":2,\"error\":{\"code\":-32602")
          .contains("\"id\":3,\"error\":{\"code\":-32602");
    }
  }

  @Test
  void an_unknown_method_is_answered_method_not_found() throws Exception {
    try (PeerBench bench =
        bench(
            """
            prompt=$id
            say '{"jsonrpc":"2.0","id":0,"method":"_other/extension"}'
            hear; printf '%%s' "$line" >heard; id=$prompt; %s"""
                .formatted(END))) {
      PeerSession talk = bench.open();
      talk.prompt("go");
      assertThat(talk.next()).isEqualTo(PeerBench.done());
      assertThat(Files.readString(bench.workspace.resolve("heard")))
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":-32601,"
                  + "\"message\":\"There is no method `_other/extension`.\"}}");
    }
  }

  @Test
  void more_asks_than_anybody_can_look_at_are_refused() throws Exception {
    try (PeerBench bench =
        bench(
            """
            prompt=$id; n=0
            while [ $n -lt 65 ]; do %s; n=$((n + 1)); done
            hear; printf '%%s' "$line" >heard; id=$prompt; %s"""
                .formatted(permission(0, "c").replace("\"id\":0", "\"id\":'$n'"), END))) {
      PeerSession talk = bench.open();
      talk.prompt("go");
      List<AgentEvent> turn = PeerBench.turn(talk);
      assertThat(turn).filteredOn(AgentEvent.Asked.class::isInstance).hasSize(64);
      assertThat(Files.readString(bench.workspace.resolve("heard")))
          .contains("\"id\":64,\"error\":{\"code\":-32603");
    }
  }

  @Test
  void a_flood_that_nobody_takes_stays_bounded_and_holds_up_no_other_talk() throws Exception {
    try (PeerBench bench =
        bench(
            """
            case $line in
            *flood*)
              seq 200000 | sed 's/.*/{"jsonrpc":"2.0","method":"session\\/update","params":{"sessionId":"s1",\\
            "update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text",\\
            "text":"& is a number that nobody reads. "}}}}/'
              seq 3000 | sed 's/.*/{"jsonrpc":"2.0","method":"session\\/update","params":{"sessionId":"s1",\\
            "update":{"sessionUpdate":"tool_call","toolCallId":"c&","title":"t"}}}/'
              %s ;;
            *) words s2 hi; %s ;;
            esac"""
                .replace("\\\n", "")
                .formatted(END, END))) {
      PeerSession flooded = bench.open();
      PeerSession other = bench.open();
      flooded.prompt("flood");
      other.prompt("x");
      assertThat(PeerBench.words(other)).isEqualTo("hi");
      List<AgentEvent> turn = PeerBench.turn(flooded);
      assertThat(turn.getLast()).isEqualTo(PeerBench.done());
      assertThat(turn.getFirst())
          .isInstanceOfSatisfying(
              AgentEvent.Said.class,
              said -> {
                assertThat(said.text()).startsWith("1 is a number");
                assertThat(said.text().length()).isBetween(4_000_000, AgentEvents.MAX_TEXT);
              });
      assertThat(turn).hasSizeLessThanOrEqualTo(AgentEvents.MAX_TOOLS + 3);
    }
  }

  private PeerBench bench(String script) throws Exception {
    return new PeerBench(folder, ShellAgent.prompted(script.replace("\\\n", "")));
  }

  private static String permission(int id, String call) {
    return """
        say '{"jsonrpc":"2.0","id":%d,"method":"session/request_permission","params":{"sessionId":"s1",\
        "toolCall":{"toolCallId":"%s","title":"Do it","rawInput":{}},"options":[\
        {"optionId":"y","name":"Yes","kind":"allow_once"},\
        {"optionId":"n","name":"No","kind":"reject_once"}]}}'"""
        .formatted(id, call);
  }

  private static String outcome(int id, String option) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"%s\"}}}"
        .formatted(id, option);
  }
}
