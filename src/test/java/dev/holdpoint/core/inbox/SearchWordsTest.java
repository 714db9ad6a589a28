package dev.holdpoint.core.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search finds. */
class SearchWordsTest {
  private static final List<String> TEXTS = List.of("Run git push", "Nightly Büro");

  @ParameterizedTest
  @CsvSource({
    "push, true",
    "PUSH büro, true",
    "'  git   nightly ', true",
    "origin, true",
    "git absent, false",
    "ush gi, true",
    "'say \"hi\"', true",
    "c:\\temp, true",
    "'', true"
  })
  // PG-10
  void PG_10_every_word_occurs_somewhere(String words, boolean found) {
    String input = "{\"command\":\"git push origin; say \\\"hi\\\" > c:\\\\temp\"}";
    assertThat(SearchWords.of(words).occurIn(TEXTS, input)).isEqualTo(found);
  }

  @Test
  void an_input_is_searched_up_to_its_bound() {
    String early = "x".repeat(SearchWords.INPUT - 4) + "here";
    assertThat(SearchWords.of("here").occurIn(List.of(), early)).isTrue();
    assertThat(SearchWords.of("here").occurIn(List.of(), "x" + early)).isFalse();
  }
}
