package dev.holdpoint.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TermsTest {
  // K4-149
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Deploy on Friday           | deploy,on,friday
          deploy, deploy; DEPLOY!    | deploy
          run_summary session:ses-1  | run,summary,session,ses,1
          Café CAFÉ cafe             | cafe
          naïve Ångström             | naive,angstrom
          Straße STRASSE STRAẞE      | strasse
          İstanbul Istanbul ıstanbul | istanbul
          ΟΔΟΣ οδός οδοσ             | οδοσ
          Ёлка елка                  | елка
          ﬁle ＦＩＬＥ                 | file
          ①②                         | 12
          שָׁלוֹם שלום                 | שלום
          مُحَمَّد محمد                | محمد
          हिन्दी                      | हिन्दी
          x²+y² = 3.14               | x2,y2,3,14
          東                         | 東
          東京                       | 東,東京,京
          東京tower                  | 東,東京,京,tower
          ガス ｶﾞｽ                    | ガ,ガス,ス
          サーバー                    | サ,サー,ー,ーバ,バ,バー
          서울                        | 서,서울,울
          ไทย                        | ไ,ไท,ท,ทย,ย
          …!? ,;                     | ''
          """)
  void a_text_has_these_terms(String text, String expected) {
    String[] terms = expected.isEmpty() ? new String[0] : expected.split(",", -1);

    assertThat(Terms.of(text)).containsExactlyInAnyOrder(terms);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          東          | 東
          東京        | 東京
          東京都      | 東京,京都
          Café 東京   | cafe,東京
          """)
  void a_query_of_several_characters_looks_for_them_together(String text, String expected) {
    assertThat(Terms.ofQuery(text)).containsExactlyInAnyOrder(expected.split(",", -1));
  }

  // K4-149
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          京都へ行く       | 京      | true
          京都へ行く       | 京都    | true
          京都へ行く       | 東京    | false
          Crème brûlée    | creme   | true
          creme           | CRÈME   | true
          Großstadt       | GROSSSTADT | true
          DIŞ             | dış     | true
          deployment      | deploy  | false
          """)
  void a_query_meets_a_text_by_whole_terms(String text, String query, boolean met) {
    Match match =
        Match.of(Terms.ofQuery(query), java.util.List.of(new Match.Field("content", text)));

    assertThat(match.score() > 0).isEqualTo(met);
  }

  @Test
  void the_language_of_the_machine_changes_nothing() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr"));
      assertThat(Terms.of("TITLE INDIGO ıı")).containsExactly("title", "indigo", "ii");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void halves_of_characters_and_endless_words_do_no_harm() {
    assertThat(Terms.of("a\uD83D b\uDE00 \u0301")).contains("a", "b");
    assertThat(Terms.of("x".repeat(100_000))).containsExactly("x".repeat(64));
    assertThat(Terms.of("𠀀".repeat(3))).containsExactlyInAnyOrder("𠀀", "𠀀𠀀");
  }

  @Test
  void the_number_of_terms_is_bounded() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      text.append(i).append(' ');
    }

    assertThat(Terms.of(text.toString())).hasSize(Terms.MOST);
    assertThat(Terms.ofQuery(text.toString())).hasSize(Terms.MOST_IN_QUERY);
  }

  @Test
  void every_character_of_the_longest_learning_finds_it() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 1_600; i++) {
      text.appendCodePoint(0x4E00 + i);
    }

    assertThat(Terms.of(text.toString())).hasSize(1_600 + 1_599);
  }
}
