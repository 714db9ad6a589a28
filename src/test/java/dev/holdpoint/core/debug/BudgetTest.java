package dev.holdpoint.core.debug;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetTest {
  private static final String TEXT = "aé€\uD83D\uDE00 ñ\u0000ß漢字";

  @Test
  // K4-459
  void K4_459_wherever_a_text_is_cut_it_stays_valid_utf_8() throws CharacterCodingException {
    byte[] utf8 = TEXT.getBytes(UTF_8);
    for (int most = 0; most <= utf8.length + 1; most++) {
      int kept = new Budget(most, Long.MAX_VALUE, 1).fit(utf8, 0);

      assertThat(kept).isBetween(Math.max(0, Math.min(most, utf8.length) - 3), most);
      String text =
          UTF_8.newDecoder().decode(ByteBuffer.wrap(Arrays.copyOf(utf8, kept))).toString();
      assertThat(TEXT).startsWith(text);
    }
  }

  @ParameterizedTest
  @CsvSource({"10,100,0,10", "10,100,95,5", "10,100,100,0", "10,100,200,0", "50,100,0,20"})
  void the_narrower_of_the_two_budgets_counts(int artifact, long run, long used, int kept) {
    assertThat(new Budget(artifact, run, 1).fit(new byte[20], used)).isEqualTo(kept);
  }
}
