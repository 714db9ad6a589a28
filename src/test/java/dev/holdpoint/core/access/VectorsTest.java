package dev.holdpoint.core.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is signed, and what verifies, held against vectors that were made elsewhere. The keys of the
 * Ed25519 ones are those of RFC 8032; {@link RfcVectorsTest} has the RFCs' own.
 */
class VectorsTest {
  private static final JsonNode FILE = read();
  private static final JsonNode PAYLOADS = FILE.path("payloads");

  /** A key of the file, by name. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares keys
  private record Key(String name, Algorithm algorithm, byte[] known, JsonNode signatures) {}

  private static JsonNode read() {
    try (InputStream in = VectorsTest.class.getResourceAsStream("/vectors/signed-approvals.json")) {
      return JsonMapper.shared().readTree(in);
    } catch (IOException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static byte[] hex(JsonNode node) {
    return HexFormat.of().parseHex(node.asString());
  }

  private static List<Key> keys() {
    List<Key> keys = new ArrayList<>();
    FILE.path("hmac")
        .properties()
        .forEach(
            key ->
                keys.add(
                    new Key(
                        key.getKey(),
                        Algorithm.HMAC_SHA256,
                        hex(key.getValue().path("key_hex")),
                        key.getValue().path("sig"))));
    FILE.path("ed25519")
        .properties()
        .forEach(
            key ->
                keys.add(
                    new Key(
                        key.getKey(),
                        Algorithm.ED25519,
                        hex(key.getValue().path("pub_hex")),
                        key.getValue().path("sig"))));
    return keys;
  }

  static List<String> payloads() {
    return List.copyOf(PAYLOADS.propertyNames());
  }

  private static byte[] payload(String name) {
    return hex(PAYLOADS.path(name).path("hex"));
  }

  private static boolean holds(Key key, String payload, String value) {
    return Verification.holds(key.algorithm, key.known, payload(payload), value);
  }

  @ParameterizedTest
  @CsvSource({
    "P1_approve,           apr_01hzx8appr001, true,  1782813720",
    "P2_deny,              apr_01hzx8appr001, false, 1782813720",
    "P3_approve_other_id,  apr_01hzx8appr002, true,  1782813720",
    "P4_approve_exp_plus1, apr_01hzx8appr001, true,  1782813721"
  })
  // S1-16, S1-17
  void S1_16_S1_17_what_is_signed_is_these_bytes(
      String name, String id, boolean approve, long exp) {
    byte[] made = Assertion.payload(id, approve, exp);

    assertThat(made).isEqualTo(payload(name));
    assertThat(new String(made, UTF_8)).isEqualTo(PAYLOADS.path(name).path("utf8").asString());
    assertThat(made).hasSize(PAYLOADS.path(name).path("len").asInt());
  }

  @Test
  // S1-16: in Arabic the digits of a number are others, and no signature would hold
  void S1_16_what_is_signed_does_not_depend_on_where_the_daemon_runs() {
    Locale here = Locale.getDefault();
    try {
      for (String tag : List.of("ar-EG", "hi-IN-u-nu-deva", "th-TH-u-nu-thai", "fa-IR", "tr-TR")) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        assertThat(Assertion.payload("apr_01hzx8appr001", true, 1_782_813_720L))
            .as(tag)
            .isEqualTo(payload("P1_approve"));
      }
    } finally {
      Locale.setDefault(here);
    }
  }

  @ParameterizedTest
  @MethodSource("payloads")
  // S1-18, S1-19, S1-72
  void S1_18_S1_19_every_value_verifies_with_its_key_with_and_without_padding(String payload) {
    for (Key key : keys()) {
      JsonNode values = key.signatures.path(payload);
      assertThat(holds(key, payload, values.path("b64url").asString())).as(key.name).isTrue();
      assertThat(holds(key, payload, values.path("b64url_padded").asString()))
          .as(key.name)
          .isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("payloads")
  // S1-25, S1-28, S1-29, S1-30
  void S1_25_S1_28_S1_29_S1_30_no_value_verifies_with_another_payload_or_key(String payload) {
    int pairs = 0;
    for (Key signer : keys()) {
      for (String signed : payloads()) {
        String value = signer.signatures.path(signed).path("b64url").asString();
        for (Key key : keys()) {
          if (!signed.equals(payload) || !signer.name.equals(key.name)) {
            assertThat(holds(key, payload, value))
                .as("%s of %s for %s by %s", signed, signer.name, payload, key.name)
                .isFalse();
            pairs++;
          }
        }
      }
    }
    assertThat(pairs).isEqualTo(4 * 4 * 4 - 4);
  }

  @ParameterizedTest
  @MethodSource("payloads")
  // S1-30: a key is what it was registered as, whatever the caller calls it
  void S1_30_no_value_verifies_by_the_other_algorithm(String payload) {
    for (Key key : keys()) {
      Algorithm other =
          key.algorithm == Algorithm.ED25519 ? Algorithm.HMAC_SHA256 : Algorithm.ED25519;
      assertThat(
              Verification.holds(
                  other,
                  key.known,
                  payload(payload),
                  key.signatures.path(payload).path("b64url").asString()))
          .as(key.name)
          .isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("payloads")
  // S1-73
  void S1_73_the_other_alphabet_never_verifies(String payload) {
    for (Key key : keys()) {
      String standard = key.signatures.path(payload).path("b64_std").asString("");
      if (standard.contains("+") || standard.contains("/")) {
        assertThat(holds(key, payload, standard)).as(key.name).isFalse();
        assertThat(holds(key, payload, standard.replace("=", ""))).as(key.name).isFalse();
      }
    }
  }

  static List<String> negatives() {
    return List.copyOf(FILE.path("negative").propertyNames());
  }

  @ParameterizedTest
  @MethodSource("negatives")
  // S1-24, S1-73
  void S1_24_S1_73_what_must_fail_fails_with_every_key_and_payload(String name) {
    String value = FILE.path("negative").path(name).asString();

    for (Key key : keys()) {
      for (String payload : payloads()) {
        assertThat(holds(key, payload, value)).as(key.name + " " + payload).isFalse();
      }
    }
  }

  @Test
  // S1-24
  void S1_24_no_bit_of_a_value_can_be_another() {
    for (Key key : keys()) {
      byte[] value = hex(key.signatures.path("P1_approve").path("hex"));
      for (int bit = 0; bit < value.length * 8; bit++) {
        byte[] turned = value.clone();
        turned[bit / 8] ^= (byte) (1 << bit % 8);
        assertThat(holds(key, "P1_approve", encoded(turned)))
            .as(key.name + " bit " + bit)
            .isFalse();
      }
    }
  }

  @Test
  // S1-24
  void S1_24_no_bit_of_what_was_signed_can_be_another() {
    for (Key key : keys()) {
      String value = key.signatures.path("P1_approve").path("b64url").asString();
      byte[] payload = payload("P1_approve");
      for (int bit = 0; bit < payload.length * 8; bit++) {
        byte[] turned = payload.clone();
        turned[bit / 8] ^= (byte) (1 << bit % 8);
        assertThat(Verification.holds(key.algorithm, key.known, turned, value)).isFalse();
      }
    }
  }

  @Test
  void values_that_are_cut_or_longer_never_verify() {
    for (Key key : keys()) {
      byte[] value = hex(key.signatures.path("P1_approve").path("hex"));
      for (int length = 0; length < value.length; length++) {
        assertThat(holds(key, "P1_approve", encoded(java.util.Arrays.copyOf(value, length))))
            .isFalse();
      }
      assertThat(holds(key, "P1_approve", encoded(java.util.Arrays.copyOf(value, 65)))).isFalse();
      assertThat(holds(key, "P1_approve", "A".repeat(1 << 20))).isFalse();
      assertThat(holds(key, "P1_approve", "")).isFalse();
    }
  }

  @Test
  // S1-72, S1-73: each text that is taken stands for other bytes than every other
  void S1_72_S1_73_bytes_have_one_form_and_the_same_with_its_padding() {
    Random chance = new Random(7);
    for (int length = 0; length < 70; length++) {
      byte[] bytes = new byte[length];
      chance.nextBytes(bytes);
      String form = encoded(bytes);
      String padded = java.util.Base64.getUrlEncoder().encodeToString(bytes);
      assertThat(Verification.base64url(form)).isEqualTo(bytes);
      assertThat(Verification.base64url(padded)).isEqualTo(bytes);
      for (String wrong :
          List.of(form + "====", padded + "=", " " + form, form + "\n", form + "\0", form + "é")) {
        assertThat(Verification.base64url(wrong)).as(wrong).isNull();
      }
      if (length % 3 != 0) {
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        String start = form.substring(0, form.length() - 1);
        for (int i = 0; i < alphabet.length(); i++) {
          char last = alphabet.charAt(i);
          byte[] read = Verification.base64url(start + last);
          assertThat(read == null || encoded(read).equals(start + last)).isTrue();
        }
      }
    }
  }

  private static String encoded(byte[] bytes) {
    return java.util.Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
