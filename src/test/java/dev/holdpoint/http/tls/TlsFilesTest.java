package dev.holdpoint.http.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.http.server.Certificates;
import dev.holdpoint.http.server.Certificates.Pair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlsFilesTest {
  @TempDir private static Path made;
  private static Pair good;
  private static Pair other;
  private static Pair rsa;

  @TempDir private Path folder;
  private volatile Instant now = Instant.now().plusSeconds(60);
  private Path cert;
  private Path key;

  @BeforeAll
  static void make() {
    good = Certificates.selfSigned(made, "good", Certificates.EC);
    other = Certificates.selfSigned(made, "other", Certificates.EC);
    rsa = Certificates.selfSigned(made, "rsa", Certificates.RSA);
    Certificates.issued(made, "leaf");
    Path keys = made;
    Certificates.openssl(
        "pkcs8 -topk8 -in %s -out %s/locked.key -passout pass:secret".formatted(good.key(), keys));
    Certificates.openssl("ec -in %s -out %s/sec1.key".formatted(good.key(), keys));
    Certificates.openssl("rsa -traditional -in %s -out %s/pkcs1.key".formatted(rsa.key(), keys));
    Certificates.openssl(
        "rsa -traditional -aes128 -passout pass:secret -in %s -out %s/old-locked.key"
            .formatted(rsa.key(), keys));
    Certificates.openssl("x509 -in %s -outform der -out %s/der.pem".formatted(good.cert(), keys));
    Certificates.openssl(
        "req -x509 -newkey rsa:1024 -nodes -days 9 -subj /CN=weak -out %s/weak.pem -keyout %s/weak.key"
            .formatted(keys, keys));
    Certificates.openssl(
        "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:secp256k1 -out %s/odd.key"
            .formatted(keys));
    String leaf = Certificates.read(keys.resolve("leaf.pem"));
    String middle = Certificates.read(keys.resolve("middle.pem"));
    String root = Certificates.read(keys.resolve("root.pem"));
    Certificates.write(keys.resolve("turned.pem"), middle + leaf);
    Certificates.write(keys.resolve("skipped.pem"), leaf + root + middle);
    Certificates.write(keys.resolve("doubled.pem"), leaf + middle + middle);
    Certificates.write(keys.resolve("whole.pem"), "a note\n" + leaf + middle + root);
    Certificates.write(
        keys.resolve("two.key"), Certificates.read(good.key()) + Certificates.read(other.key()));
    Certificates.write(
        keys.resolve("both.pem"), Certificates.read(good.key()) + Certificates.read(good.cert()));
    Certificates.write(keys.resolve("empty.pem"), "");
    Certificates.write(
        keys.resolve("broken.pem"),
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    Certificates.write(
        keys.resolve("broken.key"),
        "-----BEGIN PRIVATE KEY-----\n!!!!\n-----END PRIVATE KEY-----\n");
    Certificates.write(keys.resolve("huge.key"), "x".repeat(2 << 20));
  }

  @BeforeEach
  void copy() throws Exception {
    cert = Files.copy(good.cert(), folder.resolve("cert.pem"));
    key = Files.copy(good.key(), folder.resolve("key.pem"));
  }

  @ParameterizedTest
  @CsvSource({"good.pem, good.key", "rsa.pem, rsa.key", "chain.pem, leaf.key"})
  @CsvSource({"whole.pem, leaf.key", "both.pem, both.pem"})
  void a_certificate_and_its_key_are_taken(String certificate, String keys) throws Exception {
    TlsFiles files = TlsFiles.open(made.resolve(certificate), made.resolve(keys), () -> now);
    assertThat(files.warnings()).isEmpty();
    assertThat(files.validUntil()).isAfter(now);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      good.pem    | other.key      | does not belong to the first certificate
      good.pem    | rsa.key        | does not belong to the first certificate
      good.pem    | locked.key     | is encrypted, which is not supported; convert it with 'openssl pkcs8 -topk8 -nocrypt -in
      rsa.pem     | old-locked.key | is encrypted, which is not supported; convert it with 'openssl pkcs8 -topk8 -nocrypt -in
      good.pem    | sec1.key       | is 'EC PRIVATE KEY', but only PKCS #8 is supported; convert it with 'openssl pkcs8 -topk8 -nocrypt -in
      rsa.pem     | pkcs1.key      | is 'RSA PRIVATE KEY', but only PKCS #8 is supported; convert it with 'openssl pkcs8 -topk8 -nocrypt -in
      good.pem    | two.key        | has 2 keys; keep only the certificate's key
      good.pem    | good.pem       | has no key in PEM (-----BEGIN PRIVATE KEY-----)
      good.pem    | empty.pem      | has no key in PEM (-----BEGIN PRIVATE KEY-----)
      good.pem    | broken.key     | must have an RSA key, an EC key on P-256
      good.pem    | odd.key        | does not belong to the first certificate
      good.pem    | huge.key       | is too large for a certificate or key; check the path
      good.pem    | absent.key     | absent.key does not exist; docs/operations.md says how to make one
      good.pem    | .              | cannot be read (IOException); it must be a PEM file
      absent.pem  | good.key       | absent.pem does not exist; docs/operations.md says how to make one
      empty.pem   | good.key       | has no certificate in PEM (-----BEGIN CERTIFICATE-----)
      good.key    | good.key       | has no certificate in PEM (-----BEGIN CERTIFICATE-----)
      der.pem     | good.key       | convert a DER certificate with 'openssl x509 -inform der -in
      broken.pem  | good.key       | certificate 1 cannot be read; inspect it with 'openssl x509 -text -in
      weak.pem    | weak.key       | has an RSA key of 1024 bits, which browsers reject; create one of 2048 bits
      turned.pem  | leaf.key       | must begin with the certificate of the key, followed by that of its issuer
      skipped.pem | leaf.key       | certificate 2 (CN=root) is not the issuer of the previous one (CN=middle)
      doubled.pem | leaf.key       | certificate 3 (CN=middle) is not the issuer of the previous one (CN=root)
      """)
  void what_cannot_be_served_is_refused_with_what_to_do(
      String certificate, String keys, String message) {
    assertThatThrownBy(
            () -> TlsFiles.open(made.resolve(certificate), made.resolve(keys), () -> now))
        .isInstanceOf(TlsRefused.class)
        .hasMessageContaining(message)
        .hasNoCause();
  }

  @Test
  void what_is_told_to_do_about_a_key_helps() throws Exception {
    for (String bad : new String[] {"sec1.key", "pkcs1.key"}) {
      Path mended = folder.resolve("mended.key");
      Certificates.openssl(
          "pkcs8 -topk8 -nocrypt -in %s -out %s".formatted(made.resolve(bad), mended));
      Path fitting = bad.equals("sec1.key") ? good.cert() : rsa.cert();
      assertThat(TlsFiles.open(fitting, mended, () -> now).warnings()).isEmpty();
    }
    Certificates.openssl(
        "pkcs8 -topk8 -nocrypt -passin pass:secret -in %s/locked.key -out %s/open.key"
            .formatted(made, folder));
    assertThat(TlsFiles.open(good.cert(), folder.resolve("open.key"), () -> now).warnings())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "-1, NOT_VALID",
    "75, ",
    "77, EXPIRES_SOON",
    "89, EXPIRES_SOON",
    "91, NOT_VALID",
  })
  void its_end_is_told_of_in_time(int days, TlsFiles.Trouble trouble) throws Exception {
    TlsFiles files = TlsFiles.open(cert, key, () -> now);
    now = now.plus(Duration.ofDays(days));
    assertThat(files.warnings())
        .extracting(TlsFiles.Warning::trouble)
        .containsExactly(
            trouble == null ? new TlsFiles.Trouble[0] : new TlsFiles.Trouble[] {trouble});
    now = now.plusSeconds(1);
    assertThat(TlsFiles.open(cert, key, () -> now).warnings())
        .as("it is no reason not to start")
        .hasSize(trouble == null ? 0 : 1);
  }

  @Test
  void a_pair_that_does_not_fit_leaves_what_was_served() throws Exception {
    TlsFiles files = TlsFiles.open(cert, key, () -> now);
    Object before = files.context();

    Files.copy(other.cert(), cert, StandardCopyOption.REPLACE_EXISTING);
    assertThat(files.context()).as("not looked at within a second").isSameAs(before);
    assertThat(files.warnings()).isEmpty();
    tick();
    assertThat(files.context()).isSameAs(before);
    assertThat(files.warnings())
        .singleElement()
        .satisfies(
            warning -> {
              assertThat(warning.trouble()).isEqualTo(TlsFiles.Trouble.NOT_RELOADED);
              assertThat(warning.message()).contains("does not belong to the first certificate in");
            });

    Files.delete(key);
    tick();
    assertThat(files.context()).isSameAs(before);
    assertThat(files.warnings().getFirst().message()).contains("does not exist");

    Files.copy(other.key(), key);
    tick();
    assertThat(files.context()).isNotSameAs(before);
    assertThat(files.warnings()).isEmpty();
  }

  @Test
  void a_pair_that_comes_back_as_it_was_is_no_longer_warned_of() throws Exception {
    TlsFiles files = TlsFiles.open(cert, key, () -> now);
    Object before = files.context();
    Files.writeString(key, "half");
    tick();
    assertThat(files.warnings()).hasSize(1);
    Files.copy(good.key(), key, StandardCopyOption.REPLACE_EXISTING);
    tick();
    assertThat(files.warnings()).isEmpty();
    assertThat(files.context()).isSameAs(before);
  }

  @Test
  void links_that_are_turned_to_another_folder_are_followed() throws Exception {
    Path first = folder(good, "first");
    Path second = folder(other, "second");
    Path data = Files.createSymbolicLink(folder.resolve("..data"), first);
    Path linkedCert =
        Files.createSymbolicLink(folder.resolve("tls.crt"), Path.of("..data", "cert.pem"));
    Path linkedKey =
        Files.createSymbolicLink(folder.resolve("tls.key"), Path.of("..data", "key.pem"));
    TlsFiles files = TlsFiles.open(linkedCert, linkedKey, () -> now);
    Object before = files.context();

    Path next = Files.createSymbolicLink(folder.resolve("..next"), second);
    Files.move(next, data, StandardCopyOption.ATOMIC_MOVE);
    tick();
    assertThat(files.context()).isNotSameAs(before);
    assertThat(files.warnings()).isEmpty();
  }

  private Path folder(Pair pair, String name) throws Exception {
    Path made = Files.createDirectory(folder.resolve(name));
    Files.copy(pair.cert(), made.resolve("cert.pem"));
    Files.copy(pair.key(), made.resolve("key.pem"));
    return made;
  }

  private void tick() {
    now = now.plusSeconds(1);
  }
}
