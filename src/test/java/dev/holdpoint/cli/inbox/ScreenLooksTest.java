package dev.holdpoint.cli.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScreenLooksTest {
  private final ScreenLooks looks = new ScreenLooks();

  @Test
  void a_card_that_was_there_for_a_second_was_looked_at_once() {
    assertThat(looks.at("apr_1", 0)).isNull();
    assertThat(looks.at("apr_1", 999)).isNull();
    assertThat(looks.at("apr_1", 1_000)).isEqualTo("apr_1");
    assertThat(looks.at("apr_1", 2_000)).isNull();
    assertThat(looks.at("apr_1", 3_600_000)).as("it was left on the screen").isNull();
  }

  @Test
  void a_card_that_was_passed_over_was_not_looked_at() {
    assertThat(looks.at("apr_1", 0)).isNull();
    assertThat(looks.at("apr_2", 900)).isNull();
    assertThat(looks.at("apr_1", 1_100)).as("its second begins anew").isNull();
    assertThat(looks.at("apr_1", 2_099)).isNull();
    assertThat(looks.at("apr_1", 2_100)).isEqualTo("apr_1");
    assertThat(looks.at(null, 9_000)).isNull();
  }

  @Test
  void the_next_look_is_told_after_a_minute() {
    looks.at("apr_1", 0);
    assertThat(looks.at("apr_1", 1_000)).isEqualTo("apr_1");
    looks.at("apr_2", 2_000);
    assertThat(looks.at("apr_2", 3_000)).isEqualTo("apr_2");
    looks.at("apr_1", 50_000);
    assertThat(looks.at("apr_1", 51_000)).isNull();
    looks.at(null, 60_000);
    looks.at("apr_1", 60_500);
    assertThat(looks.at("apr_1", 61_500)).isEqualTo("apr_1");
  }
}
