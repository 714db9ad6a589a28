package dev.holdpoint.core.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrincipalNameTest {
  private static String unescaped(String text) {
    return text.translateEscapes().replace("_", " ");
  }

  // PF-84. The underscore stands for a blank.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ada",
        "Ada_Lovelace",
        "Zoë",
        "Ольга",
        "Ελένη",
        "李雷",
        "ops-bot.2@example",
        "O'Neil",
        "Дмитрий_2",
        "user:eve"
      })
  void PF_84_a_plain_name_is_taken(String name) {
    assertThat(PrincipalName.fault(unescaped(name))).isNull();
  }

  // PF-84
  @Test
  void PF_84_a_name_that_can_be_mistaken_is_refused() {
    for (String name : List.of("Zoe\u0308", "\u212B", "a\u0301")) {
      assertThat(PrincipalName.fault(name)).as(name).contains("normalization form C");
    }
    for (String name :
        List.of(
            "a\u200bda",
            "ada\u0000",
            "ada\n",
            "a\tda",
            "\u202eada",
            "ada\ufeff",
            "a\u00adda",
            "ada\u2028",
            "ad\ud800a",
            "ada\ufe0f",
            "ada\u3164",
            "ada\u034f",
            "ada\u2800",
            "ada" + Character.toString(0xE0101))) {
      assertThat(PrincipalName.fault(name)).as(name).contains("invisible");
    }
    for (String name : List.of("ada ", " ada", "ada  l", "ada\u00a0", "a \u2003b", " ")) {
      assertThat(PrincipalName.fault(name)).as(name).contains("blank");
    }
    for (String name : List.of("аda", "adα", "Оlga", "Ελена", "ada\u00b5")) {
      assertThat(PrincipalName.fault(name)).as(name).contains("Latin, Greek and Cyrillic");
    }
  }

  // PF-84. The underscore stands for a blank.
  @ParameterizedTest
  @CsvSource({
    "ada,  Ada,              true",
    "ada,  ADA,              true",
    "ada,  ada_,             true",
    "ada,  _ada,             true",
    "ada,  a\\u200bda,       true",
    "ada,  ａｄａ,            true",
    "ada,  аda,              true",
    "ada,  Аda,              true",
    "ada,  adα,              true",
    "ada,  ad,               false",
    "ada,  adа_b,            false",
    "a_b,  a__b,             true",
    "a_b,  ab,               false",
    "strasse, Straße,        true",
    "Zoë,  ZOË,              true",
    "Zoë,  Zoe,              false",
    "σοφος, ΣΟΦΟΣ,           true",
    "σοφος, σοφος,           true",
    "Ольга, ольга,           true",
    "вова, boba,             false",
    "ﬁn,   fin,              true",
    "ı,    I,                true"
  })
  void PF_84_names_that_look_alike_are_one(String one, String other, boolean same) {
    String left = unescaped(one.replace("\\u200b", "\u200b"));
    String right = unescaped(other.replace("\\u200b", "\u200b"));
    assertThat(PrincipalName.isSame(left, right)).isEqualTo(same);
    assertThat(PrincipalName.isSame(right, left)).isEqualTo(same);
  }

  @Test
  void the_form_of_a_form_is_itself_whatever_is_sent() {
    SplittableRandom random = new SplittableRandom(3);
    int[] kinds = {0x80, 0x250, 0x530, 0x3000, 0x10000, 0x110000};
    for (int i = 0; i < 3_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int c = random.nextInt(8); c >= 0; c--) {
        text.appendCodePoint(random.nextInt(kinds[random.nextInt(kinds.length)]));
      }
      String folded = PrincipalName.folded(text.toString());
      assertThat(PrincipalName.folded(folded)).as(text.toString()).isEqualTo(folded);
      PrincipalName.fault(text.toString());
    }
  }
}
