package dev.holdpoint.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A transcript is written as a word a step: {@code i1} an input, {@code t1} a turn, {@code t2:a,b}
 * a turn with calls, {@code r:a} a result. Every plain step costs 108 tokens here.
 */
class PackingTest {
  private static final String HUNDRED = "x".repeat(300);

  private static List<Step> steps(String words) {
    List<Step> steps = new ArrayList<>();
    for (String word : words.split(" ", -1)) {
      String rest = word.substring(1);
      steps.add(
          switch (word.charAt(0)) {
            case 'i' -> new Step.Input(HUNDRED.substring(word.length()) + word);
            case 't' -> turn(word, rest);
            default -> new Step.Result(rest.substring(1), new Json("\"" + "y".repeat(298) + "\""));
          });
    }
    return steps;
  }

  private static Step turn(String word, String rest) {
    int colon = rest.indexOf(':');
    List<ToolCall> calls = new ArrayList<>();
    if (colon >= 0) {
      for (String id : rest.substring(colon + 1).split(",", -1)) {
        calls.add(new ToolCall(id, "bash", Json.EMPTY_OBJECT));
      }
    }
    return new Step.Turn(HUNDRED.substring(word.length()) + word, calls);
  }

  private static String words(List<Step> steps) {
    return steps.stream()
        .map(
            step ->
                switch (step) {
                  case Step.Input input -> last(input.text());
                  case Step.Turn turn -> last(turn.text());
                  case Step.Result result -> "r:" + result.callId();
                })
        .collect(Collectors.joining(" "));
  }

  private static String last(String text) {
    return text.contains("omitted") ? "cut" : text.replaceFirst("^x+", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # transcript                       | budget | what is shown                    | left out
          i1                                 |  10000 | i1                               | 0
          i1 t1 i2                           |  10000 | i1 t1 i2                         | 0
          i1 t1 i2                           |    330 | i1 t1 i2                         | 0
          i1 t1 i2 t2 i3                     |    330 | i2 t2 i3                         | 2
          # a conversation does not begin with an answer
          i1 t1 i2 t2 i3                     |    220 | i3                               | 4
          # the newest input is there however much has come since, and the newest turn
          i1 t1:a r:a t2:b r:b t3:c r:c      |    400 | i1 t3:c r:c                      | 2
          i1 t1:a r:a t2:b r:b t3:c r:c      |    600 | i1 t2:b r:b t3:c r:c             | 1
          # calls and results stay together, and stand together
          i1 t1:a t2:b r:b r:a i2            |  10000 | i1 t1:a r:a t2:b r:b i2          | 0
          i1 t1:a,b r:a i2                   |  10000 | i1 t1:a,b r:a r:b i2             | 0
          i1 r:z t1 i2                       |  10000 | i1 t1 i2                         | 0
          # what is too long by itself is cut
          i1                                 |     60 | cut                              | 0
          i1 t1 i2                           |     60 | cut                              | 2
          """)
  void the_newest_is_shown_and_nothing_alone(
      String transcript, long budget, String shown, int leftOut) {
    Packing.Packed packed = Packing.of(steps(transcript), budget);
    assertThat(words(packed.steps())).isEqualTo(shown);
    assertThat(packed.leftOut()).isEqualTo(leftOut);
  }

  @Test
  void a_long_result_is_cut_and_says_so_while_its_call_stays() {
    List<Step> steps =
        List.of(
            new Step.Input("go"),
            new Step.Turn("", List.of(new ToolCall("a", "bash", Json.EMPTY_OBJECT))),
            new Step.Result("a", new Json("\"begin" + "\\n".repeat(90_000) + "end\"")));
    Packing.Packed packed = Packing.of(steps, 1_000);
    assertThat(packed.steps()).hasSize(3);
    Step.Result result = (Step.Result) packed.steps().getLast();
    assertThat(result.content().text()).contains("begin", "characters omitted", "end");
    assertThat(packed.steps().stream().mapToLong(TokenEstimate::of).sum())
        .isLessThanOrEqualTo(1_000);
  }

  @Test
  void an_input_of_a_call_that_is_too_long_is_named() {
    List<Step> steps =
        List.of(
            new Step.Input("go"),
            new Step.Turn(
                "",
                List.of(
                    new ToolCall("a", "bash", new Json("{\"x\":\"" + "z".repeat(9_000) + "\"}")))),
            new Step.Result("a", new Json("1")));
    assertThat(((Step.Turn) Packing.of(steps, 500).steps().get(1)).calls().getFirst().input())
        .isEqualTo(new Json("{\"left_out\":\"an input of 9008 characters\"}"));
  }

  @Test
  void whatever_the_transcript_it_fits_and_no_call_or_result_is_alone() {
    Random random = new Random(42);
    for (int round = 0; round < 2_000; round++) {
      List<Step> steps = random(random);
      long budget = 200L + random.nextInt(3_000);
      List<Step> packed = Packing.of(steps, budget).steps();
      assertThat(packed.stream().mapToLong(TokenEstimate::of).sum())
          .as("round %d", round)
          .isLessThanOrEqualTo(budget + 120);
      assertThat(packed.getFirst()).isInstanceOf(Step.Input.class);
      List<String> open = new ArrayList<>();
      for (Step step : packed) {
        switch (step) {
          case Step.Input _ -> assertThat(open).isEmpty();
          case Step.Turn turn -> {
            assertThat(open).isEmpty();
            turn.calls().forEach(call -> open.add(call.id()));
          }
          case Step.Result result -> assertThat(open.removeFirst()).isEqualTo(result.callId());
        }
      }
      assertThat(open).isEmpty();
    }
  }

  private static List<Step> random(Random random) {
    List<Step> steps = new ArrayList<>(List.of(new Step.Input("é".repeat(random.nextInt(2_000)))));
    for (int i = 0; i < random.nextInt(8); i++) {
      List<ToolCall> calls = new ArrayList<>();
      for (int c = 0; c < random.nextInt(3); c++) {
        calls.add(new ToolCall(i + "-" + c, "bash", Json.EMPTY_OBJECT));
      }
      steps.add(new Step.Turn("t".repeat(random.nextInt(500)), calls));
      for (ToolCall call : calls) {
        if (random.nextInt(5) > 0) {
          steps.add(
              new Step.Result(
                  call.id(), new Json("\"" + "漢".repeat(random.nextInt(3_000)) + "\"")));
        }
      }
      if (random.nextInt(3) == 0) {
        steps.add(new Step.Input("i".repeat(random.nextInt(5_000))));
      }
    }
    return steps;
  }
}
