package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.acp.AcpTranslation.Bridged;
import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.AgentCall;
import dev.holdpoint.engine.asking.GateDecision;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PermissionBridgeTest {
  private static final String OPTIONS =
      """
      [{"optionId":"a1","name":"Allow","kind":"allow_once"},
       {"optionId":"a2","name":"Always","kind":"allow_always"},
       {"optionId":"r1","name":"Reject","kind":"reject_once"}]""";
  private static final String CANCELLED = "{\"outcome\":{\"outcome\":\"cancelled\"}}";

  private static Bridged read(String toolCall, String options) throws NotUnderstood {
    return AcpTranslation.read(
        "session/request_permission",
        new Json("{\"sessionId\":\"s\",\"toolCall\":" + toolCall + ",\"options\":" + options + "}"),
        "7");
  }

  private static AgentRequest.Permission asked(String toolCall) throws NotUnderstood {
    return (AgentRequest.Permission) read(toolCall, OPTIONS).ask();
  }

  private static String selected(String id) {
    return "{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"" + id + "\"}}";
  }

  @Test
  void a_permission_is_a_call_with_the_choices_of_the_agent() throws Exception {
    Bridged bridged =
        read(
            """
            {"toolCallId":"c1","title":"Edit notes.txt","kind":"edit",
             "locations":[{"path":"/w/notes.txt"}],"rawInput":{"path":"notes.txt"}}""",
            OPTIONS);

    assertThat(bridged.sessionId()).isEqualTo("s");
    assertThat(bridged.shape()).isEqualTo(AcpTranslation.Shape.PERMISSION);
    assertThat(bridged.ask())
        .isEqualTo(
            new AgentRequest.Permission(
                "7",
                "c1",
                "Edit notes.txt",
                new Json("{\"path\":\"notes.txt\"}"),
                "The agent asks whether it may continue with: Edit notes.txt (edit), at /w/notes.txt.",
                new Offer(
                    List.of(
                        new Offer.Choice("a1", "Allow", Offer.Kind.ALLOW_ONCE),
                        new Offer.Choice("a2", "Always", Offer.Kind.ALLOW_ALWAYS),
                        new Offer.Choice("r1", "Reject", Offer.Kind.REJECT_ONCE)),
                    false,
                    false,
                    true),
                null,
                null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          {"toolCallId":"c","title":"Run ls","kind":"execute"} | Run ls  | {"command":"Run ls"}
          {"toolCallId":"c","title":"Fetch x","kind":"fetch"}  | Fetch x | {"title":"Fetch x"}
          {"toolCallId":"c","kind":"execute"}                  | execute | {}
          {"toolCallId":"c","title":" ","kind":null}           | tool    | {}
          {"toolCallId":"c","rawInput":"ls"}                   | tool    | {"value":"ls"}
          {"toolCallId":"c","rawInput":[1]}                    | tool    | {"value":[1]}
          {"toolCallId":"c","locations":[{"path":"/a"},{"path":"/a"},{"line":1}]} | tool | {"paths":["/a"]}
          {"toolCallId":"c","content":[{"type":"diff","path":"/a","oldText":"x","newText":"y"}]} | tool | {"path":"/a","old_text":"x","new_text":"y"}
          {"toolCallId":"c","content":[{"type":"diff","path":"/a","newText":"y"}]} | tool | {"path":"/a","old_text":null,"new_text":"y"}
          {"toolCallId":"c","content":[{"type":"content","content":{"type":"text","text":"why"}}]} | tool | {"content":["why"]}
          """)
  void what_is_shown_of_a_call_is_what_the_agent_tells(String call, String tool, String input)
      throws Exception {
    assertThat(asked(call).tool()).isEqualTo(tool);
    assertThat(asked(call).input().text()).isEqualTo(input);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      nullValues = "-",
      textBlock =
          """
          {"kind":"execute","rawInput":{"command":"git push"}}                          | execute | git push | false
          {"kind":"execute","rawInput":{"command":["/bin/bash","-lc","git push"]}}      | execute | git push | false
          {"kind":"execute","rawInput":{"command":["/tmp/bash","-lc","git push"]}}      | execute | /tmp/bash -lc 'git push' | false
          {"kind":"execute","rawInput":{"cmd":["git","push","a b"]}}                    | execute | git push 'a b' | false
          {"kind":"execute","rawInput":{"command":["a","it's"]}}                        | execute | a 'it'\\''s' | false
          {"kind":"execute","rawInput":{"command":["bash","x",1]}}                      | execute | - | false
          {"kind":"execute","rawInput":{"command":[]}}                                  | execute | - | false
          {"kind":"execute","rawInput":{"cwd":"x"}}                                     | execute | - | false
          {"kind":"execute","_meta":{"toolName":"run_shell_command"},"rawInput":{"command":"ls"}} | run_shell_command | ls | false
          {"kind":"other","_meta":{"toolName":"exec_command"},"rawInput":{"cmd":"ls"}}  | exec_command | ls | false
          {"kind":"execute","_meta":{"toolName":"terminal"},"rawInput":{"command":"ls"}}  | terminal | ls | false
          {"kind":"execute","_meta":{"toolName":" "},"rawInput":{"command":"ls"}}        | execute | ls | false
          {"kind":"other","_meta":{"toolName":"shell"},"title":"git push"}              | execute | git push | true
          {"title":"bash","rawInput":{"command":"ls"}}                                  | execute | ls | false
          {"kind":"execute","title":"git push"}                                         | execute | git push | true
          """)
  // AG-05
  void AG_05_the_command_of_a_shell_is_found(
      String call, String tool, @Nullable String command, boolean exact) throws Exception {
    AgentRequest.Permission ask = asked(call.replaceFirst("\\{", "{\"toolCallId\":\"c\","));

    assertThat(ask.agentCall())
        .isEqualTo(new AgentCall(AgentCall.Kind.SHELL, tool, command, exact, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"command\":\"git push\",\"args\":[\"--receive-pack=x\"]}",
        "{\"command\":\"git push\",\"cmd\":\"rm x\"}",
        "{\"cmd\":\"git push\",\"shell\":\"/tmp/sh\"}",
        "{\"command\":\"git push\",\"environment\":{\"PATH\":\"/tmp\"}}",
        "{\"command\":\"git push\",\"env\":{\"A\":\"b\"}}"
      })
  void AG_05_what_may_run_something_else_is_unusual(String raw) throws Exception {
    AgentCall call =
        asked("{\"toolCallId\":\"c\",\"kind\":\"execute\",\"rawInput\":" + raw + "}").agentCall();

    assertThat(call).isNotNull().returns(true, AgentCall::unusual);
  }

  @Test
  void AG_05_only_shells_of_the_system_are_taken_for_their_text() throws Exception {
    AgentCall call =
        asked(
                "{\"toolCallId\":\"c\",\"kind\":\"execute\","
                    + "\"rawInput\":{\"command\":[\"/tmp/bash\",\"-c\",\"git push\"]}}")
            .agentCall();

    assertThat(call)
        .isNotNull()
        .returns("/tmp/bash -c 'git push'", AgentCall::command)
        .returns("execute", AgentCall::tool);
  }

  @Test
  // AG-04
  void AG_04_a_change_of_mode_and_an_escalation_are_known() throws Exception {
    AgentCall mode = asked("{\"toolCallId\":\"c\",\"kind\":\"switch_mode\"}").agentCall();
    AgentCall escalated =
        asked(
                "{\"toolCallId\":\"c\",\"kind\":\"execute\",\"rawInput\":"
                    + "{\"command\":\"ls\",\"with_escalated_permissions\":true}}")
            .agentCall();

    assertThat(mode).isNotNull().returns(AgentCall.Kind.MODE, AgentCall::kind);
    assertThat(escalated).isNotNull().returns(true, AgentCall::unusual);
    assertThat(asked("{\"toolCallId\":\"c\",\"kind\":\"edit\"}").agentCall()).isNull();
  }

  @Test
  void a_decision_chooses_one_of_the_agents_options() throws Exception {
    Bridged bridged = read("{\"toolCallId\":\"c\"}", OPTIONS);

    assertThat(AcpTranslation.write(bridged, new GateDecision.Allowed("a1", null, false)).text())
        .isEqualTo(selected("a1"));
    assertThat(AcpTranslation.write(bridged, new GateDecision.Allowed("a2", null, true)).text())
        .isEqualTo(selected("a2"));
    assertThat(AcpTranslation.write(bridged, new GateDecision.Denied("r1", "no")).text())
        .isEqualTo(selected("r1"));
  }

  @Test
  void nothing_but_a_yes_with_a_choice_that_says_yes_is_a_yes() throws Exception {
    Bridged bridged = read("{\"toolCallId\":\"c\"}", OPTIONS);

    for (GateDecision decision :
        List.of(
            new GateDecision.Allowed(null, null, false),
            new GateDecision.Allowed("r1", null, false),
            new GateDecision.Allowed("unknown", null, false),
            new GateDecision.Denied(null, "no"),
            new GateDecision.Denied("a1", "no"),
            new GateDecision.Answered(List.of()),
            new GateDecision.Declined("no"),
            new GateDecision.Cancelled("late"))) {
      assertThat(AcpTranslation.write(bridged, decision).text())
          .as(decision.toString())
          .isEqualTo(CANCELLED);
    }
  }

  @Test
  void an_option_of_a_kind_that_nobody_knows_cannot_be_chosen() throws Exception {
    Bridged bridged =
        read(
            "{\"toolCallId\":\"c\"}",
            """
            [{"optionId":"x","name":"Maybe","kind":"allow_somehow"},
             {"optionId":"r","name":"No","kind":"reject_always"}]""");

    assertThat(((AgentRequest.Permission) bridged.ask()).offer().choices())
        .containsExactly(new Offer.Choice("r", "No", Offer.Kind.REJECT_ALWAYS));
    assertThatThrownBy(() -> AcpTranslation.parse(bridged, new Json(selected("x"))))
        .hasMessage("`outcome.optionId` must be one of [r].");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          null               | []    | toolCall
          {}                 | []    | toolCall.toolCallId
          {"toolCallId":1}   | []    | toolCall.toolCallId
          {"toolCallId":"c"} | null  | options
          {"toolCallId":"c"} | {}    | options
          {"toolCallId":"c"} | []    | options
          {"toolCallId":"c"} | [1]   | options[0]
          {"toolCallId":"c"} | [{"name":"n","kind":"allow_once"}] | options[0].optionId
          {"toolCallId":"c"} | [{"optionId":"a","kind":"other"}]  | options
          {"toolCallId":"c"} | [{"optionId":"a","name":"n"}]      | options[0].kind
          {"toolCallId":"c"} | [{"optionId":"a","kind":"allow_once"},{"optionId":"a","kind":"reject_once"}] | options[1].optionId
          {"toolCallId":"c","title":7} | []    | toolCall.title
          """)
  void a_request_that_cannot_be_shown_names_what_is_wrong(
      String call, String options, String member) {
    assertThatThrownBy(() -> read(call, options))
        .isInstanceOf(NotUnderstood.class)
        .hasMessageStartingWith("`" + member + "` ");
  }

  @Test
  void an_input_that_nobody_can_judge_is_refused() {
    String huge = "x".repeat(1024 * 1024);

    assertThatThrownBy(
            () -> asked("{\"toolCallId\":\"c\",\"rawInput\":{\"text\":\"" + huge + "\"}}"))
        .hasMessageStartingWith("`toolCall.rawInput` is longer");
  }

  @Test
  void a_clients_result_is_a_decision() throws Exception {
    Bridged bridged = read("{\"toolCallId\":\"c\"}", OPTIONS);

    assertThat(AcpTranslation.parse(bridged, new Json(selected("a1"))))
        .isEqualTo(new GateDecision.Allowed("a1", null, false));
    assertThat(AcpTranslation.parse(bridged, new Json(selected("a2"))))
        .isEqualTo(new GateDecision.Allowed("a2", null, true));
    assertThat(AcpTranslation.parse(bridged, new Json(selected("r1"))))
        .isEqualTo(new GateDecision.Denied("r1", ""));
    assertThat(AcpTranslation.parse(bridged, new Json(CANCELLED)))
        .isInstanceOf(GateDecision.Cancelled.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "{\"outcome\":\"selected\"}",
        "{\"outcome\":{\"outcome\":\"allowed\"}}",
        "{\"outcome\":{\"outcome\":\"selected\"}}",
        "{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"nope\"}}"
      })
  void a_result_that_is_none_is_no_decision(String result) throws Exception {
    Bridged bridged = read("{\"toolCallId\":\"c\"}", OPTIONS);

    assertThatThrownBy(() -> AcpTranslation.parse(bridged, new Json(result)))
        .isInstanceOf(NotUnderstood.class);
  }

  // A2-01
  @Test
  void an_agent_is_told_what_it_may_ask() {
    assertThat(AcpTranslation.capabilities().text())
        .isEqualTo(
            """
            {"fs":{"readTextFile":true,"writeTextFile":true},"terminal":false,\
            "elicitation":{"form":{},"url":{}},"_meta":{\
            "sandboxagent.dev":{"extensions":{"sessionRequestQuestion":true},\
            "methods":["_sandboxagent/session/request_question"]},\
            "holdpoint":{"extensions":{"sessionRequestQuestion":true},\
            "methods":["_holdpoint/session/request_question"]}}}""");
    assertThat(AcpTranslation.bridges("_sandboxagent/session/request_question")).isTrue();
    assertThat(AcpTranslation.bridges("_holdpoint/session/request_question")).isTrue();
    assertThat(AcpTranslation.bridges("session/request_permission")).isTrue();
    assertThat(AcpTranslation.bridges("elicitation/create")).isTrue();
    assertThat(AcpTranslation.bridges("terminal/create")).isFalse();
  }
}
