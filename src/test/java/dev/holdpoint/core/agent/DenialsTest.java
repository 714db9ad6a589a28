package dev.holdpoint.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.agent.Denials.Denial;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DenialsTest {
  private static final String REST = " Do not do it in another way; go on without it, or stop.";

  private static Denial denial(String call, String words) {
    return new Denial(call, "Ada", "Push " + call, words, null);
  }

  @ParameterizedTest
  @DisplayName("AG-12 the words of a denial as a prompt")
  @CsvSource({
    "use staging, use staging.",
    "Use staging., Use staging.",
    "why?, why?",
    "'  Not today!  ', Not today!"
  })
  void a_sentence_has_one_end(String words, String said) {
    assertThat(Denials.NONE.plus(denial("c1", words)).nextPrompt())
        .isEqualTo("Ada denied \"Push c1\": " + said + REST);
  }

  @Test
  void nothing_is_said_of_a_no_without_words() {
    Denials denials = Denials.NONE.plus(denial("c1", " "));

    assertThat(denials.nextPrompt()).isNull();
    assertThat(denials.stop()).isEqualTo("the agent stopped after Ada denied \"Push c1\"");
    assertThat(denials.past().stop()).isNull();
  }

  @Test
  void an_answer_that_is_handed_over_again_is_heard_once() {
    Denials denials =
        Denials.NONE.plus(denial("c1", "no")).plus(denial("c1", "no")).plus(denial("c2", "nor"));

    assertThat(denials.nextPrompt())
        .isEqualTo("Ada denied \"Push c1\": no." + REST + "\nAda denied \"Push c2\": nor." + REST);
  }

  @Test
  @DisplayName("AG-13 a ninth prompt is not due")
  void the_ninth_is_not_due() {
    Denials denials = Denials.NONE;
    for (int i = 0; i < 8; i++) {
      denials = denials.plus(denial("c" + i, "no")).prompting();
      assertThat(denials.due()).contains("Push c" + i);
      assertThat(denials.heard()).isEmpty();
      denials = denials.sent();
      assertThat(denials.due()).isNull();
    }

    assertThat(denials.plus(denial("c9", "no")).nextPrompt()).isNull();
  }
}
