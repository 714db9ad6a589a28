package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a body weighs before anything is read. */
final class WeightTest {
  private static long weight(String body) {
    byte[] bytes = body.getBytes(UTF_8);
    return Weight.of(bytes, bytes.length);
  }

  @Test
  void text_weighs_by_its_length_whatever_is_in_it() {
    String text = "{},[]:,\\\"\\\\".repeat(1_000);
    assertThat(weight("\"" + text + "\"")).isEqualTo(12L * (text.length() + 2));
  }

  @Test
  void members_and_elements_weigh_more_than_they_are_long() {
    long plain = weight("x".repeat(3_000));
    assertThat(weight("{},".repeat(1_000))).isEqualTo(plain + 288_000);
    assertThat(weight("[],".repeat(1_000))).isEqualTo(plain + 224_000);
    assertThat(weight("12,".repeat(1_000))).isEqualTo(plain + 128_000);
  }

  @Test
  void a_text_that_does_not_end_is_no_way_round() {
    assertThat(weight("\"\\")).isEqualTo(24);
    assertThat(weight("\"" + "{".repeat(100))).isEqualTo(12L * 101);
  }
}
