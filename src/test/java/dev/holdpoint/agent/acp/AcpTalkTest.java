package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.peer.Ask;
import dev.holdpoint.agent.peer.Happening;
import dev.holdpoint.agent.peer.Happenings;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.peer.Talk;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.Decision;
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
final class AcpTalkTest {
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
      Talk talk = bench.open();
      talk.prompt("go");
      assertThat(PeerBench.turn(talk))
          .containsExactly(
              new Happening.Said("onetwo"),
              new Happening.Began("c1", "Read it", new Json("{\"p\":1}")),
              new Happening.Finished("c1", false, new Json("[1]")),
              new Happening.Began("c2", "edit", Json.EMPTY_OBJECT),
              new Happening.Finished("c2", true, new Json("{\"text\":\"no\"}")),
              new Happening.Said("three"),
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
  void why_a_turn_ended_is_told(String stop, Happening.Ended.Reason reason) throws Exception {
    try (PeerBench bench = bench("answer '{\"stopReason\":\"" + stop + "\"}'")) {
      Talk talk = bench.open();
      talk.prompt("go");
      assertThat(talk.next())
          .isInstanceOfSatisfying(
              Happening.Ended.class, end -> assertThat(end.reason()).isEqualTo(reason));
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
      Talk talk = bench.open();
      talk.prompt("bad");
      assertThatThrownBy(() -> talk.prompt("again"))
          .satisfies(e -> assertThat(e).isInstanceOf(PeerFailure.class));
      Files.createFile(refused);
      assertThat(talk.next())
          .isEqualTo(
              new Happening.Ended(Happening.Ended.Reason.FAILED, "model overloaded (code -32603)"));
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
      Talk talk = bench.open();
      CountDownLatch news = new CountDownLatch(1);
      talk.onNews(news::countDown);
      talk.prompt("go");
      assertThat(news.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(talk.peek()).isInstanceOf(Happening.Asked.class);
      Ask.Inquiry ask = (Ask.Inquiry) PeerBench.asked(talk);
      assertThat(ask.questions().getFirst().question()).isEqualTo("Which option?");
      talk.answer(
          ask,
          new Decision.Answered(
              List.of(new Answer(ask.questions().getFirst().id(), List.of("option-a"), null))));
      assertThat(talk.next()).isEqualTo(PeerBench.done());
      assertThat(Files.readString(bench.workspace.resolve("heard")))
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":\"q-1\","
                  + "\"result\":{\"status\":\"answered\",\"answers\":[[\"option-a\"]]}}");
      assertThatThrownBy(() -> talk.answer(ask, new Decision.Declined("late")))
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
      Talk talk = bench.open();
      talk.prompt("go");
      Ask.Inquiry ask = (Ask.Inquiry) PeerBench.asked(talk);
      assertThat(ask.questions().getFirst().question()).isEqualTo("Sure?");
      talk.answer(ask, new Decision.Declined("no"));
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
      Talk talk = bench.open();
      talk.prompt("go");
      Ask.Permission first = (Ask.Permission) PeerBench.asked(talk);
      Ask.Permission second = (Ask.Permission) PeerBench.asked(talk);
      assertThat(List.of(first.callId(), second.callId())).containsExactly("c0", "c1");
      talk.answer(second, new Decision.Denied("n", "no"));
      talk.answer(first, new Decision.Allowed("y", null, false));
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
      Talk talk = bench.open();
      talk.cancel();
      talk.prompt("go");
      Ask ask = PeerBench.asked(talk);
      talk.cancel();
      assertThat(talk.next()).isEqualTo(new Happening.Ended(Happening.Ended.Reason.CANCELLED, ""));
      String cancelled =
          "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"outcome\":{\"outcome\":\"cancelled\"}}}";
      assertThat(Files.readAllLines(bench.workspace.resolve("heard")))
          .containsExactly(
              "{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\","
                  + "\"params\":{\"sessionId\":\"s1\"}}",
              cancelled.formatted(0),
              cancelled.formatted(1));
      assertThatThrownBy(() -> talk.answer(ask, new Decision.Allowed("y", null, false)))
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
      Talk talk = bench.open();
      talk.prompt("go");
      Ask first = PeerBench.asked(talk);
      Ask second = PeerBench.asked(talk);
      assertThat(PeerBench.turn(talk))
          .containsExactly(
              new Happening.Dropped(first, "the agent has withdrawn the request"),
              new Happening.Dropped(second, "the agent has continued without the answer"),
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
      Talk talk = bench.open();
      talk.prompt("go");
      List<Happening> turn = PeerBench.turn(talk);
      assertThat(turn.getLast()).isInstanceOf(Happening.Ended.class);
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
      Talk talk = bench.open();
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
      Talk talk = bench.open();
      talk.prompt("go");
      List<Happening> turn = PeerBench.turn(talk);
      assertThat(turn).filteredOn(Happening.Asked.class::isInstance).hasSize(64);
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
      Talk flooded = bench.open();
      Talk other = bench.open();
      flooded.prompt("flood");
      other.prompt("x");
      assertThat(PeerBench.words(other)).isEqualTo("hi");
      List<Happening> turn = PeerBench.turn(flooded);
      assertThat(turn.getLast()).isEqualTo(PeerBench.done());
      assertThat(turn.getFirst())
          .isInstanceOfSatisfying(
              Happening.Said.class,
              said -> {
                assertThat(said.text()).startsWith("1 is a number");
                assertThat(said.text().length()).isBetween(4_000_000, Happenings.MAX_TEXT);
              });
      assertThat(turn).hasSizeLessThanOrEqualTo(Happenings.MAX_TOOLS + 3);
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
