package dev.holdpoint.daemon.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.SessionAccess;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenWarningsTest {
  private static final long NOW = TimeUnit.DAYS.toMillis(20_000);

  private static Token token(int key, Role role, long madeDays, @Nullable Long atMs) {
    return new Token(
        key,
        "tok_" + key,
        "name " + key,
        role,
        Tenants.ROOT,
        "hash",
        NOW - TimeUnit.DAYS.toMillis(madeDays),
        "admin",
        atMs,
        null,
        null);
  }

  private static List<String> codes(Token... tokens) {
    return AccessWarnings.ofTokens(List.of(tokens), NOW).stream()
        .map(StatusView.Warning::code)
        .toList();
  }

  // PF-70
  @ParameterizedTest
  @CsvSource({
    "76, 1209600000, true",
    "76, 1209600001, false",
    "76, 1, true",
    "76, 0, false",
    "0, 1209600000, true",
    "0, 1209600001, false",
    "13, 86400000, true"
  })
  void PF_70_a_token_is_told_of_14_days_before_its_end(long madeDays, long leftMs, boolean told) {
    assertThat(codes(token(1, Role.OPERATOR, madeDays, NOW + leftMs)))
        .isEqualTo(told ? List.of("tokens_expiring") : List.of());
    assertThat(codes(token(1, Role.OPERATOR, madeDays, null))).isEmpty();
  }

  // PF-72
  @Test
  void PF_72_agents_of_before_are_named_until_somebody_chooses() {
    Token before = token(7, Role.AGENT, 300, null);
    assertThat(codes(before)).containsExactly("agent_tokens_unbound");
    assertThat(codes(before.reaching(SessionAccess.OWN))).isEmpty();
    assertThat(codes(before.reaching(SessionAccess.ALL))).isEmpty();
    assertThat(codes(before.until(NOW))).isEmpty();
    assertThat(codes(token(8, Role.OPERATOR, 300, null))).isEmpty();
    Token[] many =
        IntStream.range(0, 12)
            .mapToObj(key -> token(key, Role.AGENT, 1, null))
            .toArray(Token[]::new);
    assertThat(AccessWarnings.ofTokens(List.of(many), NOW).getFirst().message())
        .contains("tok_0, ", "tok_9 and 2 more", "holdpoint tokens change --all-agents")
        .doesNotContain("name", "tok_10");
  }
}
