package dev.holdpoint.agent.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.model.ModelRequest.ToolSpec;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Item;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptedModelTest {
  private final ScriptedModel model = new ScriptedModel();
  private final List<String> heard = new ArrayList<>();

  @Test
  void plain_text_is_said_back_in_pieces() throws Exception {
    String text = "héllo 🙂 ".repeat(50);
    ModelTurn turn = next(new Step.Input(text));
    assertThat(turn).isEqualTo(new ModelTurn("You said: " + text, List.of(), true));
    assertThat(heard).hasSizeGreaterThan(1);
    assertThat(String.join("", heard)).isEqualTo(turn.text());
    assertThat(heard)
        .noneMatch(piece -> Character.isHighSurrogate(piece.charAt(piece.length() - 1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"#!scripts", " #!script", "#!script \n{\"say\":\"x\"}", "#!script\r\n{}", ""})
  void only_the_exact_first_line_makes_a_script(String text) throws Exception {
    assertThat(next(new Step.Input(text)).text()).isEqualTo("You said: " + text);
  }

  // Scripts without their #! (a comment here) and with ; for a line end; each turn as text, then
  // calls as name+input, then ! when it is the last.
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          script                                                                      ~ !
          script;                                                                     ~ !
          script;{"say":"a"}                                                          ~ a!
          script;;  ;{"say":"a"};;                                                    ~ a!
          script;{"say":"a"};{"say":"b"}                                              ~ a | b!
          script;{"sleep_ms":0};{"say":"a"}                                           ~ a!
          script;{"say":"a"};{ "sleep_ms" : 0};{"sleep_ms":1};{"say":"b"}             ~ a | b!
          script;{"say":"a"};{"sleep_ms":0}                                           ~ a | !
          script;{"say":"a"};{"sleep_ms":0};{"say":"b"};{"say":"c"}                          ~ a | b | c!
          script;{"say":"\\"sleep_ms\\""};{"say":"b"}                                 ~ "sleep_ms" | b!
          script;{"tool":"bash","input":{"command":"ls"}}                             ~ bash{"command":"ls"} | !
          script;{"input":{"n":1.50},"tool":"x"}                                      ~ x{"n":1.50} | !
          script;{"tool":"list_files"}                                                ~ list_files{} | !
          script;{"tools":[{"tool":"a","input":{}},{"tool":"b","input":{}}]}          ~ a{}b{} | !
          script;{"ask":{"questions":[]}};{"say":"b"}                                 ~ ask_user_question{"questions":[]} | b!
          """)
  void a_script_is_taken_line_by_line(String script, String turns) throws Exception {
    List<Step> steps = new ArrayList<>(List.of(new Step.Input("#!" + script.replace(';', '\n'))));
    List<String> taken = new ArrayList<>();
    ModelTurn turn;
    do {
      turn = next(steps.toArray(new Step[0]));
      StringBuilder text = new StringBuilder(turn.text());
      steps.add(new Step.Turn(turn.text(), turn.calls()));
      for (ToolCall call : turn.calls()) {
        text.append(call.tool()).append(call.input());
        steps.add(new Step.Result(call.id(), Json.NULL));
      }
      taken.add(text.append(turn.last() ? "!" : "").toString());
    } while (!turn.last());
    assertThat(String.join(" | ", taken)).isEqualTo(turns);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          nonsense                               ~ is not JSON
          {"say":"a"                             ~ is not JSON
          {"say":"a"} {"say":"b"}                ~ is not JSON
          {"say":"a","say":"b"}                  ~ is not JSON
          {"say":1}                              ~ must be one of
          {"say":"a","extra":1}                  ~ must be one of
          {"shout":"a"}                          ~ must be one of
          {}                                     ~ must be one of
          [1]                                    ~ must be one of
          {"tool":"","input":{}}                 ~ must be one of
          {"tool":"a","input":[]}                ~ must be one of
          {"tool":"a","input":{},"id":1}         ~ must be one of
          {"tools":[]}                           ~ must be one of
          {"tools":[1]}                          ~ must be one of
          {"ask":[]}                             ~ must be one of
          {"say_last_result":false}              ~ must be one of
          {"say_request":1}                      ~ must be one of
          {"sleep_ms":-1}                        ~ must be one of
          {"sleep_ms":60001}                     ~ must be one of
          {"sleep_ms":1.5}                       ~ must be one of
          {"sleep\\u005fms":1}                   ~ must be one of
          {"fail":null}                          ~ must be one of
          """)
  void a_bad_line_fails_with_its_number_once_it_is_reached(String line, String message)
      throws Exception {
    Step.Input input = new Step.Input("#!script\n\n{\"say\":\"fine\"}\n" + line);
    assertThat(next(input).text()).isEqualTo("fine");
    assertThatThrownBy(() -> next(input, new Step.Turn("fine", List.of())))
        .isInstanceOf(ModelFailure.class)
        .hasMessageStartingWith("Line 4 of the script " + message);
  }

  @Test
  void a_fail_line_fails_with_its_message() {
    assertThatThrownBy(() -> next(new Step.Input("#!script\n{\"fail\":\"out of luck\"}")))
        .isInstanceOf(ModelFailure.class)
        .hasMessage("out of luck");
  }

  @Test
  void the_last_results_are_said_one_per_line() throws Exception {
    Step.Input input =
        new Step.Input("#!script\n{\"tool\":\"a\"}\n{\"tool\":\"b\"}\n{\"say_last_result\":true}");
    assertThat(
            next(
                input,
                new Step.Turn("", List.of()),
                result("1", "{\"old\":1}"),
                new Step.Turn("", List.of()),
                result("2", "{\"x\":1}"),
                result("3", "{\"x\":2}")))
        .isEqualTo(new ModelTurn("{\"x\":1}\n{\"x\":2}", List.of(), true));
    assertThat(next(new Step.Input("#!script\n{\"say_last_result\":true}")).text()).isEmpty();
  }

  @Test
  void the_newest_input_is_the_script() throws Exception {
    Step.Input first = new Step.Input("#!script\n{\"say\":\"one\"}\n{\"say\":\"two\"}");
    Step.Input second = new Step.Input("#!script\n{\"say\":\"three\"}");
    assertThat(next(first, new Step.Turn("one", List.of()), second).text()).isEqualTo("three");
  }

  @Test
  void the_request_is_said_as_json() throws Exception {
    Step.Input input = new Step.Input("#!script\n{\"tool\":\"a\"}\n{\"say_request\":true}");
    ModelRequest request =
        new ModelRequest(
            () -> "be brief",
            List.of(
                input,
                new Step.Turn("", List.of(new ToolCall("c1", "a", Json.EMPTY_OBJECT))),
                result("c1", "{\"ok\":true}")),
            () -> List.of(new Step.Input("earlier")),
            List.of(new ToolSpec("a", "does a", new Json("{\"type\":\"object\"}"))),
            new Json("{\"temperature\":0.5}"));
    String empty = "{\"entries\":[],\"truncated\":false}";
    assertThat(model.next(request, heard::add).text())
        .isEqualTo(
            """
            {"system":"be brief","messages":[{"role":"user","content":"earlier"},\
            {"role":"user","content":"#!script\\n{\\"tool\\":\\"a\\"}\\n{\\"say_request\\":true}"},\
            {"role":"assistant","content":"","tool_calls":[{"id":"c1","tool":"a","input":{}}]},\
            {"role":"tool","tool_call_id":"c1","content":{"ok":true}}],\
            "tools":[{"name":"a","description":"does a","input_schema":{"type":"object"}}],\
            "skills":[],"learned_context":%s,"recovered_memory":%s,"generation":{"temperature":0.5}}"""
                .formatted(empty, empty));
  }

  @Test
  void the_texts_among_the_items_are_the_script_and_the_rest_is_told_of() throws Exception {
    Step.Input input =
        new Step.Input(
            "",
            List.of(
                new Item.Text("#!script"),
                new Item.File("ast_1", "a.bin", "image/png", 7, "00"),
                new Item.Text("{\"say_request\":true}")));
    assertThat(next(input).text())
        .contains(
            """
            "messages":[{"role":"user","content":"#!script\\n{\\"say_request\\":true}","items":[\
            {"type":"text","text":"#!script"},\
            {"type":"file","asset_id":"ast_1","file_name":"a.bin","media_type":"image/png",\
            "byte_length":7},{"type":"text",""");
  }

  @Test
  void an_interrupt_cuts_a_sleep_short() throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    CountDownLatch begun = new CountDownLatch(1);
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  begun.countDown();
                  try {
                    next(new Step.Input("#!script\n{\"sleep_ms\":60000}\n{\"say\":\"late\"}"));
                  } catch (Exception e) {
                    thrown.set(e);
                  }
                });
    begun.await();
    thread.interrupt();
    thread.join();
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
  }

  private static Step.Result result(String callId, String content) {
    return new Step.Result(callId, new Json(content));
  }

  private ModelTurn next(Step... steps) throws Exception {
    return model.next(
        new ModelRequest(() -> "", List.of(steps), List::of, List.of(), Json.EMPTY_OBJECT),
        heard::add);
  }
}
