package dev.holdpoint.core.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaceholdersTest {
  // S1-93, S1-94
  @ParameterizedTest
  @CsvSource({
    "A, true",
    "CRM_API_KEY, true",
    "A1_, true",
    "1A, false",
    "_A, false",
    "a, false",
    "Ab, false",
    "Ä, false",
    "'', false",
    "'A ', false",
  })
  void an_alias_is_made_of_capitals_digits_and_underscores(String text, boolean is) {
    assertThat(Placeholders.isAlias(text)).isEqualTo(is);
  }

  // S1-94
  @Test
  void an_alias_has_at_most_64_characters() {
    assertThat(Placeholders.isAlias("A".repeat(64))).isTrue();
    assertThat(Placeholders.isAlias("A".repeat(65))).isFalse();
    assertThat(Placeholders.isAlias("A\n")).isFalse();
  }

  @Test
  void placeholders_are_found_once_each_in_their_order() {
    assertThat(
            Placeholders.aliases("{{secret:B}}{{secret:A}} {{secret:B}} {{secret:a}} {{secret:}}"))
        .containsExactly("B", "A");
  }

  @Test
  void what_is_put_in_is_not_looked_through_again() {
    Map<String, String> values = Map.of("A", "$1 \\ {{secret:B}}", "B", "never");

    assertThat(Placeholders.fill("<{{secret:A}}>", values::get)).isEqualTo("<$1 \\ {{secret:B}}>");
  }

  @Test
  void values_are_not_printed() {
    assertThat(SecretValues.of(Map.of("A", "hunter2"))).hasToString("SecretValues[A]");
  }
}
