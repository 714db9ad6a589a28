package dev.holdpoint.client.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.blackbox.Authenticator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** A number that no type holds ends no program that checks files of others. */
final class OddNumbersTest {
  // PF-52, PF-28
  @ParameterizedTest
  @ValueSource(strings = {"1e99999999999", "-1e-99999999999", "1e2147483648", "1.5E+9999999999"})
  void PF_52_an_exponent_that_no_number_has_is_told(String number) throws Malformed {
    KeySet keys = KeySet.of(new PaperLedger().pen().publicKey());
    String head = Base64Url.encode("{\"kid\":%s}".formatted(number).getBytes(UTF_8));
    for (String file :
        List.of(
            "{\"receipt\":{\"a\":%s},\"jws\":\"a.b.c\"}".formatted(number),
            "{\"receipt\":{\"a\":1},\"jws\":\"%s.e30.AAAA\"}".formatted(head),
            head + ".e30.AAAA")) {
      ReceiptProof proof = new ReceiptCheck(keys).of(file.getBytes(UTF_8), "{}");
      assertThat(proof.valid()).as(file).isFalse();
    }
    ObjectNode decision =
        PaperLedger.signed(
            "apk_1", new Authenticator(Authenticator.Kind.ES256, "http://localhost:1"), 5);
    ObjectNode signature = (ObjectNode) decision.path("votes").path(0).path("signature");
    signature.put("client_data", Base64Url.encode("{\"x\":%s}".formatted(number).getBytes(UTF_8)));
    assertThat(VoteSignature.holds(decision, decision.path("votes").path(0))).isFalse();
    String set = "{\"keys\":[{\"kid\":%1$s,\"x\":%1$s}]}".formatted(number);
    assertThatThrownBy(() -> KeySet.parse(set)).isInstanceOf(Malformed.class);
    assertThat(PermitProof.of(head + ".e30.AAAA", set, null, 0).valid()).isFalse();
  }

  @Test
  void PF_28_a_permit_is_not_for_a_key_set_that_is_no_json() {
    assertThat(PermitProof.of("e30.e30.AAAA", "null", null, 0).valid()).isFalse();
  }
}
