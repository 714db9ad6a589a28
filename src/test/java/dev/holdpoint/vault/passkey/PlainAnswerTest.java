package dev.holdpoint.vault.passkey;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.blackbox.Authenticator;
import dev.holdpoint.blackbox.Authenticator.Kind;
import dev.holdpoint.engine.port.PasskeyVerifier.Answer;
import dev.holdpoint.engine.port.PasskeyVerifier.Credential;
import dev.holdpoint.engine.port.PasskeyVerifier.Failed;
import dev.holdpoint.engine.port.PasskeyVerifier.Made;
import dev.holdpoint.engine.port.PasskeyVerifier.Site;
import dev.holdpoint.engine.port.PasskeyVerifier.Use;
import java.util.Arrays;
import java.util.Base64;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** An answer that counts is one for every program that verifies it later. */
final class PlainAnswerTest {
  private static final String ORIGIN = "http://localhost:4747";
  private static final Site SITE = new Site("localhost", Set.of(ORIGIN), true);
  private static final byte[] CHALLENGE = new byte[32];

  private final WebAuthnVerifier verifier = new WebAuthnVerifier();

  private static String challenge() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(CHALLENGE);
  }

  private static byte[] bytes(ObjectNode of, String name) {
    return Base64.getUrlDecoder().decode(of.path(name).asString());
  }

  private Credential registered(Authenticator by) throws Failed {
    ObjectNode sent = by.registers(challenge());
    return verifier.made(
        SITE, CHALLENGE, new Made(bytes(sent, "client_data"), bytes(sent, "attestation_object")));
  }

  private Use used(Credential known, Authenticator by) throws Failed {
    ObjectNode sent = by.signsIn(challenge());
    return verifier.used(
        SITE,
        CHALLENGE,
        known.credentialId(),
        known.cose(),
        new Answer(
            bytes(sent, "client_data"),
            bytes(sent, "authenticator_data"),
            bytes(sent, "signature")));
  }

  private void isRefused(Credential known, Authenticator by) {
    assertThatThrownBy(() -> used(known, by)).isInstanceOf(Failed.class);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void PF_62_client_data_is_one_object_in_utf_8_that_says_nothing_twice(Kind kind) throws Failed {
    Authenticator by = new Authenticator(kind, ORIGIN);
    Credential known = registered(by);
    assertThat(used(known, by).signCount()).isZero();
    UnaryOperator<byte[]> marked = it -> ("\uFEFF" + new String(it, UTF_8)).getBytes(UTF_8);
    UnaryOperator<byte[]> wide = it -> new String(it, UTF_8).getBytes(UTF_16BE);
    UnaryOperator<byte[]> twice =
        it -> new String(it, UTF_8).replace("{", "{\"origin\":\"x\",").getBytes(UTF_8);
    UnaryOperator<byte[]> more = it -> (new String(it, UTF_8) + " {}").getBytes(UTF_8);
    UnaryOperator<byte[]> digits =
        it ->
            new String(it, UTF_8).replace("{", "{\"n\":" + "9".repeat(5_000) + ",").getBytes(UTF_8);
    UnaryOperator<byte[]> framed =
        it -> new String(it, UTF_8).replace("false", "null").getBytes(UTF_8);
    for (UnaryOperator<byte[]> bend : Arrays.asList(marked, wide, twice, more, digits, framed)) {
      by.clientBend = bend;
      isRefused(known, by);
    }
    by.clientBend = it -> new String(it, UTF_8).replace("{", "{\"new\":[1],").getBytes(UTF_8);
    assertThat(used(known, by).signCount()).isZero();
  }

  @Test
  void PF_62_a_signature_has_one_form() throws Failed {
    Authenticator ec = new Authenticator(Kind.ES256, ORIGIN);
    Credential known = registered(ec);
    for (int i = 0; i < 20; i++) {
      assertThat(used(known, ec).signCount()).isZero();
    }
    int[] bent = {0};
    ec.signatureBend =
        it -> {
          byte[] shorter = Authenticator.withoutZero(it);
          bent[0] += shorter.length < it.length ? 1 : 0;
          return shorter;
        };
    while (bent[0] < 3) {
      int before = bent[0];
      try {
        used(known, ec);
        assertThat(bent[0]).as("taken without its zero").isEqualTo(before);
      } catch (Failed e) {
        assertThat(bent[0]).as("refused as it should be").isGreaterThan(before);
      }
    }

    Authenticator rsa = new Authenticator(Kind.RS256, ORIGIN);
    Credential other = registered(rsa);
    assertThat(used(other, rsa).signCount()).isZero();
    rsa.withNull = false;
    isRefused(other, rsa);
  }
}
