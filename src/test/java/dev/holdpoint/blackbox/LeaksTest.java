package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever looks for leaks has to find them. */
final class LeaksTest {
  private static final String VALUE = "Ap9/quoted\"back\\slash+and space%é-planted";
  private static final byte[] BYTES = VALUE.getBytes(UTF_8);

  private static List<String> found(String text) {
    Leaks leaks = new Leaks().plant("it", VALUE);
    leaks.search("the text", text);
    return leaks.found();
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s", "%s after", "before %s", "before %s after", "%1$s%1$s"})
  void a_value_is_found_wherever_it_stands_and_told_once_in_each_form(String text) {
    int at = text.indexOf('%');
    assertThat(found(text.formatted(VALUE)))
        .contains("it raw in the text at " + at, "it beginning in the text at " + at)
        .doesNotHaveDuplicates();
  }

  @Test
  void so_is_every_form_of_it() {
    String hex = HexFormat.of().formatHex(BYTES);
    assertThat(found("x" + hex)).containsExactly("it hex in the text at 1");
    assertThat(found(hex.replaceAll("..", "%$0")))
        .containsExactly("it percent, lower case in the text at 0");
    for (int before = 0; before < 3; before++) {
      byte[] shifted = ("x".repeat(before) + VALUE + "y").getBytes(UTF_8);
      assertThat(found(Base64.getEncoder().encodeToString(shifted)))
          .as("base64 after " + before)
          .anyMatch(one -> one.startsWith("it base64"));
      assertThat(found(Base64.getUrlEncoder().encodeToString(shifted)))
          .as("base64url after " + before)
          .anyMatch(one -> one.startsWith("it base64"));
    }
  }

  @Test
  void half_of_it_is_found_and_what_is_like_it_is_not() {
    assertThat(found(VALUE.substring(0, 20))).containsExactly("it beginning in the text at 0");
    assertThat(found(VALUE.substring(VALUE.length() - 20)))
        .containsExactly("it end in the text at 6");
    assertThat(found(VALUE.substring(0, 13))).isEmpty();
    assertThat(found("")).isEmpty();
  }
}
