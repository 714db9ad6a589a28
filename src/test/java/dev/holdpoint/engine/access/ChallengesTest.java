package dev.holdpoint.engine.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.engine.json.Digests;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Made and read back with a key alone: there is no store that could hold them. */
final class ChallengesTest {
  private static final long NOW = 1_782_813_420_000L;

  private static Challenges of(String key) {
    return new Challenges(
        text ->
            Digests.sha256Hex((key + HexFormat.of().formatHex(text)).getBytes(UTF_8))
                .getBytes(UTF_8));
  }

  // PF-63
  @Test
  void PF_63_a_challenge_is_good_for_two_minutes_at_all_who_have_the_key() {
    String challenge = of("ledger").make(NOW);

    assertThat(of("ledger").read(challenge, NOW)).isNotNull();
    assertThat(of("ledger").read(challenge, NOW + 119_999)).isNotNull();
    assertThat(of("ledger").read(challenge, NOW + 120_000)).isNull();
    assertThat(of("another").read(challenge, NOW)).isNull();
  }

  // PF-63
  @Test
  void PF_63_a_hundred_thousand_of_them_are_all_different_and_all_good() {
    Challenges challenges = of("ledger");
    Set<String> all = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      all.add(challenges.make(NOW));
    }

    assertThat(all).hasSize(100_000);
    assertThat(all).allMatch(one -> challenges.read(one, NOW) != null);
  }
}
