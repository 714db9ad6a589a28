package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.acp.AcpTranslation.Bridged;
import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.GateDecision;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuestionBridgeTest {
  private static final String METHOD = "_sandboxagent/session/request_question";

  private static Bridged read(String members) throws NotUnderstood {
    return AcpTranslation.read(METHOD, new Json("{\"sessionId\":\"s\"," + members + "}"), "7");
  }

  private static AgentRequest.Inquiry asked(String members) throws NotUnderstood {
    return (AgentRequest.Inquiry) read(members).ask();
  }

  private static Option option(String id, String label) {
    return new Option(id, label, null, null);
  }

  // A2-53, A2-54, A2-55, A2-56
  @Test
  void a_prompt_is_one_question_with_options_and_words() throws Exception {
    Bridged bridged =
        read(
            """
            "questionId":"5e1","prompt":"Which one?",
            "options":[["option-a","Option A"],["option-b","Option B"]]""");

    assertThat(bridged.shape()).isEqualTo(AcpTranslation.Shape.PROMPT);
    AgentRequest.Inquiry ask = (AgentRequest.Inquiry) bridged.ask();
    assertThat(ask.callId()).isEqualTo("5e1");
    assertThat(ask.form()).isNull();
    assertThat(ask.input().text())
        .isEqualTo(
            "{\"questionId\":\"5e1\",\"prompt\":\"Which one?\",\"options\":"
                + "[[\"option-a\",\"Option A\"],[\"option-b\",\"Option B\"]]}");
    assertThat(ask.questions())
        .containsExactly(
            new StructuredQuestion(
                "5e1",
                "Question",
                "Which one?",
                List.of(option("option-a", "Option A"), option("option-b", "Option B")),
                true,
                false,
                false));
  }

  @Test
  void options_may_be_plain_texts_and_may_be_missing() throws Exception {
    StructuredQuestion plain =
        asked("\"questionId\":\"q\",\"prompt\":\"Color?\",\"options\":[\"Red\",\"Blue\"]")
            .questions()
            .getFirst();
    StructuredQuestion free =
        asked("\"questionId\":\"q\",\"prompt\":\"Name?\"").questions().getFirst();

    assertThat(plain.options()).containsExactly(option("Red", "Red"), option("Blue", "Blue"));
    assertThat(plain.closed()).isFalse();
    assertThat(plain.multiSelect()).isTrue();
    StructuredQuestion limited =
        asked(
                "\"questionId\":\"q\",\"prompt\":\"Color?\",\"options\":[\"Red\"],\"custom\":false,\"multiple\":false")
            .questions()
            .getFirst();
    assertThat(limited.closed()).isTrue();
    assertThat(limited.multiSelect()).isFalse();
    assertThat(free.options()).isEmpty();
    assertThat(free.closed()).isFalse();
  }

  @Test
  void several_questions_are_told_by_their_labels() throws Exception {
    Bridged bridged =
        read(
            """
            "questions":[
              {"question":"Database?","header":"DB","multiple":false,"custom":false,
               "options":[{"label":"pg","description":"Postgres"},{"label":"lite"}]},
              {"id":"why","question":"Why?","multiple":true,"options":[{"label":"fast"},"small"]}]""");

    assertThat(bridged.shape()).isEqualTo(AcpTranslation.Shape.QUESTIONS);
    assertThat(((AgentRequest.Inquiry) bridged.ask()).questions())
        .containsExactly(
            new StructuredQuestion(
                "q1",
                "DB",
                "Database?",
                List.of(new Option("pg", "pg", "Postgres", null), option("lite", "lite")),
                false,
                false,
                true),
            new StructuredQuestion(
                "why",
                "",
                "Why?",
                List.of(option("fast", "fast"), option("small", "small")),
                true,
                false,
                false));
  }

  // A2-01
  @Test
  void the_alias_is_the_same_method() throws Exception {
    Json params =
        new Json("{\"sessionId\":\"s\",\"questionId\":\"q\",\"prompt\":\"Yes?\",\"options\":[]}");

    assertThat(AcpTranslation.read("_holdpoint/session/request_question", params, "7"))
        .isEqualTo(AcpTranslation.read(METHOD, params, "7"));
  }

  // A2-57, A2-58
  @Test
  void a_prompt_is_answered_by_ids_or_rejected() throws Exception {
    Bridged bridged =
        read("\"questionId\":\"q\",\"prompt\":\"?\",\"options\":[[\"option-a\",\"Option A\"]]");

    assertThat(
            AcpTranslation.write(
                    bridged,
                    new GateDecision.Answered(List.of(new Answer("q", List.of("option-a"), null))))
                .text())
        .isEqualTo("{\"status\":\"answered\",\"answers\":[[\"option-a\"]]}");
    assertThat(AcpTranslation.write(bridged, new GateDecision.Answered(List.of())).text())
        .isEqualTo("{\"status\":\"answered\",\"answers\":[[]]}");
    for (GateDecision no :
        List.of(
            new GateDecision.Declined("no"),
            new GateDecision.Cancelled("late"),
            new GateDecision.Allowed("option-a", null, false),
            new GateDecision.Denied(null, "no"))) {
      assertThat(AcpTranslation.write(bridged, no).text()).isEqualTo("{\"status\":\"rejected\"}");
    }
  }

  @Test
  void several_questions_are_answered_by_labels_and_words_in_their_order() throws Exception {
    Bridged bridged =
        read(
            """
            "questions":[{"question":"DB?","options":[{"label":"pg"}]},{"question":"Why?"},
              {"question":"More?","multiple":true,"options":[{"label":"a"},{"label":"b"}]}]""");

    assertThat(
            AcpTranslation.write(
                    bridged,
                    new GateDecision.Answered(
                        List.of(
                            new Answer("q3", List.of("b", "a"), "and c"),
                            new Answer("q1", List.of("pg"), null),
                            new Answer("q2", List.of(), "because"))))
                .text())
        .isEqualTo(
            "{\"outcome\":\"selected\",\"_meta\":{\"sandboxagent.dev\":"
                + "{\"answers\":[[\"pg\"],[\"because\"],[\"a\",\"b\",\"and c\"]]}}}");
    assertThat(AcpTranslation.write(bridged, new GateDecision.Declined("no")).text())
        .isEqualTo("{\"outcome\":\"rejected\"}");
    assertThat(AcpTranslation.write(bridged, new GateDecision.Cancelled("late")).text())
        .isEqualTo("{\"outcome\":\"rejected\"}");
  }

  // A2-50
  @Test
  void a_clients_result_says_ids_labels_or_words() throws Exception {
    Bridged prompt =
        read("\"questionId\":\"q\",\"prompt\":\"?\",\"options\":[[\"1\",\"2\"],[\"2\",\"1\"]]");
    Bridged several = read("\"questions\":[{\"question\":\"?\",\"options\":[{\"label\":\"pg\"}]}]");

    assertThat(
            AcpTranslation.parse(
                prompt, new Json("{\"status\":\"answered\",\"answers\":[[\"1\"]]}")))
        .isEqualTo(new GateDecision.Answered(List.of(new Answer("q", List.of("1"), null))));
    assertThat(AcpTranslation.parse(prompt, new Json("{\"status\":\"rejected\"}")))
        .isInstanceOf(GateDecision.Declined.class);
    assertThat(
            AcpTranslation.parse(
                several,
                new Json(
                    "{\"outcome\":\"selected\",\"_meta\":{\"sandboxagent.dev\":{\"answers\":[[\"pg\",\"and more\"]]}}}")))
        .isEqualTo(new GateDecision.Answered(List.of(new Answer("q1", List.of("pg"), "and more"))));
    assertThat(AcpTranslation.parse(several, new Json("{\"outcome\":\"rejected\"}")))
        .isInstanceOf(GateDecision.Declined.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "7",
        "{\"status\":\"accepted\"}",
        "{\"status\":\"answered\"}",
        "{\"status\":\"answered\",\"answers\":[\"Red\"]}",
        "{\"status\":\"answered\",\"answers\":[[1]]}",
        "{\"status\":\"answered\",\"answers\":[[\"Red\"],[\"Blue\"]]}",
        "{\"outcome\":\"selected\"}"
      })
  void a_result_that_is_none_is_no_answer(String result) throws Exception {
    Bridged bridged = read("\"questionId\":\"q\",\"prompt\":\"?\",\"options\":[\"Red\"]");

    assertThatThrownBy(() -> AcpTranslation.parse(bridged, new Json(result)))
        .isInstanceOf(NotUnderstood.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          "x":1                                                    | Send either `prompt`
          "prompt":"?","questionId":"q","questions":[]             | Send either `prompt`
          "prompt":"?"                                             | `questionId`
          "questionId":"q"                                         | `prompt`
          "prompt":" ","questionId":"q"                            | `prompt`
          "prompt":["?"],"questionId":"q"                          | `prompt`
          "prompt":"?","questionId":"q","options":"Red"            | `options`
          "prompt":"?","questionId":"q","options":[["a"]]          | `options[0]`
          "prompt":"?","questionId":"q","options":[["a",1]]        | `options[0]`
          "prompt":"?","questionId":"q","options":[""]             | `options[0]`
          "prompt":"?","questionId":"q","options":["a","a"]        | `options`
          "questions":[]                                           | `questions`
          "questions":{}                                           | `questions`
          "questions":[1]                                          | `questions[0]`
          "questions":[{}]                                         | `questions[0].question`
          "questions":[{"question":"?","options":{}}]              | `questions[0].options`
          "questions":[{"question":"?","options":[{}]}]            | `questions[0].options[0].label`
          "questions":[{"question":"?","options":[1]}]             | `questions[0].options[0]`
          "questions":[{"question":"?","multiple":"yes"}]          | `questions[0].multiple`
          "questions":[{"id":"a","question":"?"},{"id":"a","question":"!"}] | `questions[1].id`
          """)
  void a_request_that_cannot_be_asked_names_what_is_wrong(String members, String start) {
    assertThatThrownBy(() -> read(members))
        .isInstanceOf(NotUnderstood.class)
        .hasMessageStartingWith(start);
  }

  @Test
  void too_many_questions_and_too_long_texts_are_refused() {
    String many =
        IntStream.range(0, 51)
            .mapToObj(i -> "{\"question\":\"?\"}")
            .collect(Collectors.joining(",", "[", "]"));

    assertThatThrownBy(() -> read("\"questions\":" + many))
        .hasMessage("`questions` must not have more than 50 entries.");
    assertThatThrownBy(
            () -> read("\"questionId\":\"q\",\"prompt\":\"" + "x".repeat(16 * 1024 + 1) + "\""))
        .hasMessage("`prompt` must not be longer than 16384 characters.");
    assertThatThrownBy(() -> AcpTranslation.read(METHOD, new Json("{\"prompt\":\"?\"}"), "7"))
        .hasMessage("`sessionId` must be text that is not blank.");
    assertThatThrownBy(() -> AcpTranslation.read(METHOD, new Json("[]"), "7"))
        .hasMessage("params must be an object.");
  }
}
