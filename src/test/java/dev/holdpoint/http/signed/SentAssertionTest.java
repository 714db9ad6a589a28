package dev.holdpoint.http.signed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

final class SentAssertionTest {
  private static JsonNode json(String text) {
    return new WireJson().tree(text.replace('\'', '"'));
  }

  private static List<String> faults(String body) {
    return catchThrowableOfType(Refused.class, () -> SentAssertion.of(json(body)))
        .refusal()
        .faults()
        .stream()
        .map(Refusal.Fault::pointer)
        .toList();
  }

  // S1-79
  @Test
  void a_decision_is_read_and_what_nobody_knows_is_passed_over() {
    assertThat(
            SentAssertion.of(
                json(
                    "{'signature':{'key_id':'apk_1','algorithm':'hmac-sha256','exp':1782813720,"
                        + "'value':'x','more':1},'secrets':{'A':'b'},'note':null,'more':{}}")))
        .isEqualTo(
            new SentAssertion(
                new Assertion("apk_1", Algorithm.HMAC_SHA256, 1_782_813_720L, "x"),
                Map.of("A", "b"),
                null,
                null));
  }

  // S1-66, S1-67, S1-68, S1-70, S1-72, S1-120
  @Test
  void all_that_is_wrong_is_told_at_once() {
    assertThat(faults("[]")).containsExactly("", "/signature");
    assertThat(faults("{'signature':null}")).containsExactly("/signature");
    assertThat(faults("{'signature':[]}")).containsExactly("/signature");
    assertThat(
            faults(
                "{'signature':{'key_id':7,'algorithm':'none','exp':'x','value':''},'secrets':[],"
                    + "'note':1}"))
        .containsExactly(
            "/signature/key_id",
            "/signature/algorithm",
            "/signature/exp",
            "/signature/value",
            "/secrets",
            "/note");
  }

  // S1-45, S1-69, S1-71, S1-94
  @ParameterizedTest
  @CsvSource({
    "1.0, /signature/exp",
    "1e9, /signature/exp",
    "99999999999999999999, /signature/exp",
    "true, /signature/exp",
    "null, /signature/exp"
  })
  void a_time_is_a_whole_number(String exp, String pointer) {
    assertThat(
            faults(
                "{'signature':{'key_id':'a','algorithm':'ed25519','exp':%s,'value':'x'}}"
                    .formatted(exp)))
        .containsExactly(pointer);
  }

  @Test
  void a_secret_is_named_by_its_place_however_it_is_called() {
    assertThat(
            faults(
                "{'signature':{'key_id':'a','algorithm':'ed25519','exp':1,'value':'x'},"
                    + "'secrets':{'A/B~C':1,'lower':'x'}}"))
        .containsExactly("/secrets/A~1B~0C", "/secrets/lower");
  }

  @Test
  void no_secret_is_printed() {
    assertThat(
            SentAssertion.of(
                    json(
                        "{'signature':{'key_id':'a','algorithm':'ed25519','exp':1,'value':'x'},"
                            + "'secrets':{'A':'canary'}}"))
                .toString())
        .doesNotContain("canary");
  }
}
