package dev.holdpoint.cli.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineDifferenceTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          'a b c' ~ 'a b c' ~ '  a|  b|  c'
          'a b c' ~ 'a c'   ~ '  a|- b|  c'
          'a c'   ~ 'a b c' ~ '  a|+ b|  c'
          'a b'   ~ 'a c'   ~ '  a|- b|+ c'
          ''      ~ 'a'     ~ '+ a'
          'a'     ~ ''      ~ '- a'
          'a b a' ~ 'b a b' ~ '- a|  b|  a|+ b'
          """)
  void lines_that_both_have_stay(String before, String after, String shown) {
    assertThat(LineDifference.of(before.replace(' ', '\n'), after.replace(' ', '\n')))
        .containsExactly(shown.split("\\|"));
  }
}
