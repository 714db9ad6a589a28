package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.acp.AcpTranslation.Bridged;
import dev.holdpoint.agent.acp.AcpTranslation.Shape;
import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.GateDecision;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Qwen Code's question tool, which comes as a permission. */
class PermissionQuestionsTest {
  private static final String ASKED =
      "{'sessionId':'s','toolCall':{'toolCallId':'c1','kind':'think','title':'Ask user 2 questions',"
          + "'_meta':{'toolName':'ask_user_question'},'rawInput':{'questions':["
          + "{'question':'Which database?','header':'Database','options':["
          + "{'label':'SQLite','description':'small'},{'label':'PostgreSQL','description':'big'}]},"
          + "{'question':'Which tables?','multiSelect':true,'options':["
          + "{'label':'a','description':'A'},{'label':'b','description':'B'}]}],"
          + "'metadata':{'source':'x'}}},'options':["
          + "{'optionId':'proceed_once','name':'Submit','kind':'allow_once'},"
          + "{'optionId':'ever','name':'Always','kind':'allow_always'},"
          + "{'optionId':'cancel','name':'Cancel','kind':'reject_once'}]}";
  private static final String NO =
      "{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"cancel\"}}";
  private static final String CANCELLED = "{\"outcome\":{\"outcome\":\"cancelled\"}}";

  private static Bridged read(String params) throws NotUnderstood {
    return AcpTranslation.read(AcpTranslation.PERMISSION, new Json(params.replace('\'', '"')), "7");
  }

  private static String told(GateDecision decision) throws NotUnderstood {
    return AcpTranslation.write(read(ASKED), decision).text();
  }

  private static String yes(String answers) {
    return "{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"proceed_once\"},\"answers\":"
        + answers.replace('\'', '"')
        + "}";
  }

  @Test
  // AG-26
  void AG_26_the_call_of_a_question_tool_is_a_question() throws Exception {
    Bridged bridged = read(ASKED);

    assertThat(bridged.shape()).isEqualTo(Shape.PERMISSION_QUESTIONS);
    AgentRequest.Inquiry ask = (AgentRequest.Inquiry) bridged.ask();
    assertThat(ask.callId()).isEqualTo("c1");
    assertThat(ask.questions())
        .containsExactly(
            new StructuredQuestion(
                "q1",
                "Database",
                "Which database?",
                List.of(
                    new Option("SQLite", "SQLite", "small", null),
                    new Option("PostgreSQL", "PostgreSQL", "big", null)),
                false),
            new StructuredQuestion(
                "q2",
                "",
                "Which tables?",
                List.of(new Option("a", "a", "A", null), new Option("b", "b", "B", null)),
                true));
  }

  @Test
  void AG_26_options_words_and_several_choices_are_told_by_index() throws Exception {
    GateDecision all =
        new GateDecision.Answered(
            List.of(
                new Answer("q1", List.of("SQLite"), null),
                new Answer("q2", List.of("a", "b"), null)));
    GateDecision words =
        new GateDecision.Answered(
            List.of(new Answer("q1", List.of(), "a file"), new Answer("q2", List.of("b"), "c")));
    GateDecision one = new GateDecision.Answered(List.of(new Answer("q2", List.of("a"), null)));

    assertThat(told(all)).isEqualTo(yes("{'0':'SQLite','1':'a, b'}"));
    assertThat(told(words)).isEqualTo(yes("{'0':'a file','1':'b, c'}"));
    assertThat(told(one)).isEqualTo(yes("{'1':'a'}"));
  }

  @Test
  void AG_26_declined_is_a_no_and_nothing_but_answers_is_a_yes() throws Exception {
    assertThat(told(new GateDecision.Declined("no"))).isEqualTo(NO);
    assertThat(told(new GateDecision.Denied("proceed_once", "no"))).isEqualTo(NO);
    assertThat(told(new GateDecision.Cancelled("late"))).isEqualTo(CANCELLED);
    assertThat(told(new GateDecision.Allowed("proceed_once", null, false))).isEqualTo(CANCELLED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          'toolName':'ask_user_question'      | 'toolName':'ask_user'        | true
          'toolName':'ask_user_question'      | 'toolName':'AskUserQuestion' | true
          '_meta':{'toolName':'ask_user_question'}, | ^^                     | true
          ,'metadata':{'source':'x'}          | ^^                           | true
          ,'description':'small'              | ^^                           | true
          'toolName':'ask_user_question'      | 'toolName':'write_file'      | false
          'title':'Ask user 2 questions','_meta':{'toolName':'ask_user_question'} | 'title':'Write' | false
          'kind':'think'                      | 'kind':'execute'             | false
          'kind':'think'                      | 'kind':'switch_mode'         | false
          'metadata':{'source':'x'}           | 'command':'rm x'             | false
          'question':'Which database?'        | 'question':' '               | false
          'question':'Which database?'        | 'q':'Which database?'        | false
          'label':'PostgreSQL'                | 'label':'SQLite'             | false
          'multiSelect':true                  | 'multiSelect':'yes'          | false
          {'optionId':'proceed_once','name':'Submit','kind':'allow_once'}, | ^^ | false
          """)
  // AG-27
  void AG_27_what_is_not_just_a_question_tool_stays_an_approval(
      String part, String other, boolean question) throws Exception {
    assertThat(ASKED).contains(part);

    assertThat(read(ASKED.replace(part, other)).shape())
        .isEqualTo(question ? Shape.PERMISSION_QUESTIONS : Shape.PERMISSION);
  }

  @Test
  void AG_27_no_questions_and_more_than_twenty_are_an_approval() throws Exception {
    String one = "{'question':'Q?','options':[]}";
    String asked =
        ASKED.substring(0, ASKED.indexOf("[{'question'"))
            + "[%s]}},"
            + ASKED.substring(ASKED.indexOf("'options':[{'optionId'"));

    assertThat(read(asked.formatted("")).shape()).isEqualTo(Shape.PERMISSION);
    assertThat(read(asked.formatted((one + ",").repeat(19) + one)).shape())
        .isEqualTo(Shape.PERMISSION_QUESTIONS);
    assertThat(read(asked.formatted((one + ",").repeat(20) + one)).shape())
        .isEqualTo(Shape.PERMISSION);
  }

  @Test
  void AG_26_a_client_answers_in_the_same_words() throws Exception {
    Bridged bridged = read(ASKED);

    assertThat(AcpTranslation.parse(bridged, new Json(yes("{'0':'my own','1':'a, b'}"))))
        .isEqualTo(
            new GateDecision.Answered(
                List.of(
                    new Answer("q1", List.of(), "my own"),
                    new Answer("q2", List.of("a", "b"), null))));
    assertThat(AcpTranslation.parse(bridged, new Json(yes("{'1':'a, or c'}"))))
        .isEqualTo(new GateDecision.Answered(List.of(new Answer("q2", List.of(), "a, or c"))));
    assertThat(AcpTranslation.parse(bridged, new Json(NO)))
        .isEqualTo(new GateDecision.Declined(""));
    assertThat(AcpTranslation.parse(bridged, new Json(CANCELLED)))
        .isInstanceOf(GateDecision.Cancelled.class);
    for (String bad : List.of(yes("[]"), yes("{'0':1}"), NO.replace("cancel\"", "what\""))) {
      assertThatThrownBy(() -> AcpTranslation.parse(bridged, new Json(bad)))
          .isInstanceOf(NotUnderstood.class);
    }
  }
}
