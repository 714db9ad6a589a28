package dev.holdpoint.engine.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.erdtman.jcs.JsonCanonicalizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {
  private static final String RFC_8785_SAMPLE =
      """
      {
        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
        "literals": [null, true, false]
      }""";

  @Test
  void the_sample_of_the_rfc_comes_out_as_printed_there() throws Exception {
    assertThat(canonical(RFC_8785_SAMPLE))
        .isEqualTo(
            "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        RFC_8785_SAMPLE,
        "[0, -0, -0.0, 1.0, 1e21, 1e20, 123456789012345680000, 5e-324, 1.7976931348623157e308]",
        "{\"\\u20ac\":1,\"\\r\":2,\"\\ufb33\":3,\"1\":4,\"\\ud83d\\ude00\":5,\"\\u0080\":6,\"\\u00f6\":7}",
        "{\"a\":{\"c\":[{\"z\":1,\"y\":\"\\u2028\\u007f\\b\\t\\f\"}],\"b\":[]},\"\":{}}",
        "[9007199254740991, -9007199254740992, 9007199254740992]",
      })
  void it_agrees_with_the_library_wherever_the_rfc_speaks(String json) throws Exception {
    assertThat(canonical(json)).isEqualTo(new JsonCanonicalizer(json).getEncodedString());
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          9007199254740993,     9007199254740992
          9007199254740993.0,   9007199254740992
          -18446744073709551615, -18446744073709551616
          1e400,                1e401
          18446744073709551616,  18446744073709552000
          "\\ud800",            ?
          "\\ud800",            "\\ud801"
          """,
      quoteCharacter = '\0')
  void different_values_never_share_a_form(String one, String other) throws Exception {
    String otherJson = other.equals("?") ? "\"?\"" : other;
    assertThat(canonical(one)).isNotEqualTo(canonical(otherJson));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"a\":1,\"a\":2}", "1 2", "{'a':1}", "[1,]", "NaN", "01"})
  void what_is_not_json_is_refused(String text) {
    assertThatThrownBy(() -> JsonTree.read(text)).isInstanceOf(NotJson.class);
  }

  @Test
  void ten_thousand_nested_arrays_are_refused_not_overflown() {
    assertThatThrownBy(() -> JsonTree.read("[".repeat(10_000) + "]".repeat(10_000)))
        .isInstanceOf(NotJson.class);
  }

  @Test
  void an_absurd_exponent_costs_nothing() throws Exception {
    assertThat(canonical("1e999999999")).isEqualTo("1E+999999999");
  }

  private static String canonical(String json) throws NotJson {
    return CanonicalJson.of(JsonTree.read(json));
  }
}
