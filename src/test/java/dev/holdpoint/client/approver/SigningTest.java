package dev.holdpoint.client.approver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.api.gate.SignatureBodies.ApprovalSignature;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.record.Wording;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a key of this machine signs is what the daemon expects, to the byte. */
class SigningTest {
  private static final String PKCS8 = "302e020100300506032b657004220420";

  @TempDir private Path folder;

  /** One line of the vectors; keys and payloads in hex. */
  record Vector(
      String algorithm,
      String key,
      String approvalId,
      boolean approve,
      long exp,
      String payload,
      String value) {
    static Vector of(String line) {
      List<String> cells = List.of(line.split(" ", -1));
      return new Vector(
          cells.get(0),
          cells.get(1),
          cells.get(2),
          cells.get(3).equals("approve"),
          Long.parseLong(cells.get(4)),
          cells.get(5),
          cells.get(6));
    }

    ApproverKey read() throws KeyUnusable {
      return algorithm.equals(ApproverKey.Hmac.ALGORITHM)
          ? ApproverKey.Hmac.of(HexFormat.of().parseHex(key))
          : ApproverKey.Ed25519.of(HexFormat.of().parseHex(PKCS8 + key));
    }

    @Override
    public String toString() {
      return algorithm + " " + approvalId + " " + exp;
    }
  }

  static Stream<Vector> vectors() throws IOException {
    try (InputStream in = SigningTest.class.getResourceAsStream("/assertions.txt")) {
      List<String> lines =
          new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .toList();
      assertThat(lines).hasSizeGreaterThanOrEqualTo(12);
      return lines.stream().map(Vector::of);
    }
  }

  // S1-16, S1-17, S1-18, S1-19
  @ParameterizedTest
  @MethodSource("vectors")
  void S1_16_S1_17_S1_18_S1_19_what_is_signed_is_what_the_vectors_say(Vector vector)
      throws KeyUnusable {
    assertThat(ApproverKey.payload(vector.approvalId, vector.approve, vector.exp))
        .isEqualTo(HexFormat.of().parseHex(vector.payload));
    assertThat(vector.read().mint("apk_1", vector.approvalId, vector.approve, vector.exp))
        .isEqualTo(new ApprovalSignature("apk_1", vector.algorithm, vector.exp, vector.value));
  }

  // PF-07
  @Test
  void PF_07_version_2_signs_the_payload_of_the_page() throws Exception {
    ShownApproval shown =
        new ShownApproval(
            "apr_01JD8ZK3V0000000000000000A",
            "bash",
            JsonNodeFactory.instance.objectNode().put("command", "./deploy 1.4"),
            "65f35b33f7bfca98961f19c6d520aa8e0474528690ecfdb064099dd0aff1a3eb",
            1,
            2);
    assertThat(shown.isWhatItSays()).isTrue();
    SentSecrets none = new SentSecrets(Map.of(), null);
    byte[] payload = ApproverKey.payload(shown, true, 1_782_813_720, none);
    assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(payload)))
        .isEqualTo("11b06526c1c802d358585b36aa586065dbf6d283e455e90b4b25c3507e0b3a2b");
    assertThat(
            Assertion.payload(
                shown.id(),
                true,
                1_782_813_720,
                new Wording(shown.digest(), shown.revision()),
                null))
        .isEqualTo(payload);
    assertThat(new SentSecrets(Map.of("CRM_API_KEY", "k-1"), "AAECAwQFBgcICQoLDA0ODw").hash())
        .isEqualTo("0ec5b6054e2a5770f79f011f4b8cbbab7e4a53d596ea4327d0087527eb8a803f");
  }

  // PF-11
  @Test
  void PF_11_a_digest_of_something_else_is_found_out() {
    assertThat(
            new ShownApproval(
                    "apr_1",
                    "bash",
                    JsonNodeFactory.instance.objectNode().put("command", "./deploy 1.5"),
                    "65f35b33f7bfca98961f19c6d520aa8e0474528690ecfdb064099dd0aff1a3eb",
                    1,
                    2)
                .isWhatItSays())
        .isFalse();
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void a_key_survives_its_file(Vector vector) throws Exception {
    Path file = folder.resolve("a.key");
    KeyFile made = new KeyFile(vector.read(), null);
    made.create(file);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(KeyFile.read(file).keyId()).isNull();

    made.named(file, "apk_2");
    KeyFile read = KeyFile.read(file);
    assertThat(read.keyId()).isEqualTo("apk_2");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(read.key().mint("k", vector.approvalId, vector.approve, vector.exp).value())
        .isEqualTo(vector.value);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void a_file_that_is_there_is_left_alone() throws Exception {
    Path file = Files.writeString(folder.resolve("there"), "mine");
    assertThatThrownBy(() -> new KeyFile(ApproverKey.Hmac.generate(), null).create(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("already exists");
    assertThat(file).hasContent("mine");
    assertThatThrownBy(
            () -> new KeyFile(ApproverKey.Hmac.generate(), null).create(folder.resolve("no/where")))
        .hasMessageContaining("does not exist");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "secret-canary",
        "-----BEGIN PRIVATE KEY-----\nsecret+canary\n-----END PRIVATE KEY-----\n",
        "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n",
        "-----BEGIN HOLDPOINT HMAC KEY-----\nc2VjcmV0\n-----END HOLDPOINT HMAC KEY-----\n",
        "-----BEGIN HOLDPOINT HMAC KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n",
        "-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0\n-----END RSA PRIVATE KEY-----\n"
      })
  void what_is_no_key_is_told_and_not_repeated(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("bad"), text);
    assertThatThrownBy(() -> KeyFile.read(file))
        .isInstanceOf(KeyUnusable.class)
        .message()
        .isNotBlank()
        .doesNotContain("canary", "c2VjcmV0");
  }

  @Test
  void the_public_half_of_a_new_pair_has_32_bytes() {
    ApproverKey.Pair pair = ApproverKey.Pair.generate();
    assertThat(Base64.getUrlDecoder().decode(pair.publicKey())).hasSize(32);
    assertThat(ApproverKey.Hmac.generate().secret())
        .hasSize(32)
        .isNotEqualTo(ApproverKey.Hmac.generate().secret());
  }
}
