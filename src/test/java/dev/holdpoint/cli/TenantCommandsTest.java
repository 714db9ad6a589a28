package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.daemon.TypedHere;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class TenantCommandsTest {
  private static final String PUBLIC = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
  private static final String HMAC =
      """
      -----BEGIN HOLDPOINT HMAC KEY-----
      AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=
      -----END HOLDPOINT HMAC KEY-----
      """;
  private static final AtomicInteger NAMES = new AtomicInteger();

  @TempDir private static Path folder;
  private static Desk desk;

  @BeforeAll
  static void start() {
    desk = new Desk(folder.resolve("data"));
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  private static String tenant() {
    Outcome added = desk.type("tenants", "add", "acme " + NAMES.incrementAndGet());
    assertThat(added.exitCode()).as(added.toString()).isZero();
    return added.out().strip();
  }

  private static Path file(String name) {
    return folder.resolve(NAMES.incrementAndGet() + name);
  }

  @Test
  void a_tenant_is_added_listed_shown_suspended_and_removed() {
    Outcome added = desk.type("tenants", "add", "globex", "--external-id", "globex:1");
    String id = added.out().strip();
    assertThat(id).matches("tnt_\\w+");
    assertThat(added.err()).isEqualTo("Made tenant globex.\n");

    Outcome again = desk.type("tenants", "add", "globex");
    assertThat(again.exitCode()).isEqualTo(6);
    assertThat(again.err())
        .contains(
            "The parent already has a tenant with this name: conflicting_resource_id. Use that one, or choose another name.");
    assertThat(desk.type("tenants", "list").out())
        .contains("TENANT", "NAME", "EXTERNAL", "STATE")
        .containsPattern(id + " +globex +globex:1 +tnt_root +active +no +1");
    assertThat(desk.type("tenants", "show", id).out())
        .contains("tenant      " + id, "external    globex:1", "state       active")
        .contains("signature not required; one approver; requester may not approve");

    assertThat(desk.type("tenants", "suspend", id).err()).isEqualTo("Suspended globex.\n");
    assertThat(desk.json("tenants", "show", id).path("state").asString()).isEqualTo("suspended");
    assertThat(desk.type("tenants", "resume", id).err()).isEqualTo("Resumed globex.\n");

    assertThat(desk.type("tenants", "remove", id).err()).isEqualTo("Removed.\n");
    assertThat(desk.type("tenants", "show", id).exitCode()).isEqualTo(5);
    assertThat(desk.type("tenants", "remove", id).exitCode()).isEqualTo(5);
  }

  @Test
  void a_policy_is_shown_and_changed_by_what_is_named() {
    String id = tenant();
    assertThat(desk.type("tenants", "policy", id).out())
        .isEqualTo(
            "signature not required; one approver; requester may not approve; default expiry 24 hours\n");
    desk.json("tenants", "policy", id, "--require-signature", "--approvals", "2");
    JsonNode last =
        desk.json("tenants", "policy", id, "--requester-may-approve", "--expires-after", "90m");
    assertThat(last.path("signature_required").asBoolean()).isTrue();
    assertThat(last.path("approvals_required").asInt()).isEqualTo(2);
    assertThat(last.path("requester_may_approve").asBoolean()).isTrue();
    assertThat(last.path("expires_after_ms").asLong()).isEqualTo(5_400_000);
    assertThat(
            desk.json("tenants", "policy", id, "--no-require-signature")
                .path("signature_required")
                .asBoolean())
        .isFalse();
    assertThat(desk.type("tenants", "policy", id, "--approvals", "51").exitCode()).isEqualTo(2);
    assertThat(desk.type("tenants", "policy", "tnt_root", "--expires-after", "1h").exitCode())
        .isEqualTo(2);
  }

  @Test
  void an_invitation_is_a_link_and_nothing_else() {
    String id = tenant();
    Outcome invited = desk.type("keys", "approver", "invite", id, "--principal", "ada");
    assertThat(invited.exitCode()).as(invited.toString()).isZero();
    assertThat(invited.out().strip()).matches("http://[^ ]+/ui/enroll#[A-Za-z0-9_-]{43}");
    Outcome drawn = desk.type("keys", "approver", "invite", id, "--principal", "ada", "--qr");
    assertThat(drawn.out()).contains("\u001b[38;5;16;48;5;231m", "/ui/enroll#");
    assertThat(
            desk.json("tenants", "policy", id, "--step-up", "passkey").path("step_up").asString())
        .isEqualTo("passkey");
  }

  @Test
  void a_service_key_is_printed_once_and_revoked() {
    String id = tenant();
    Outcome added = desk.type("keys", "service", "add", id, "crm", "--scope", "approvals:read");
    assertThat(added.exitCode()).as(added.toString()).isZero();
    assertThat(added.out()).matches("sk_int_[A-Za-z0-9_-]{43}\n");
    assertThat(added.err())
        .contains("shown only once", "with approvals:read.")
        .doesNotContain("sk_int_", "Warning");
    // KT-15
    Outcome wide = desk.type("keys", "service", "add", id, "wide");
    assertThat(wide.err())
        .contains("Warning: without --scope", "with approvals:read, approvals:resolve, ");
    Outcome two =
        desk.type(
            "keys",
            "service",
            "add",
            id,
            "two",
            "--scope",
            "approvals:read",
            "--scope",
            "secrets:read");
    assertThat(two.err()).contains("with approvals:read, secrets:read.");
    Outcome list = desk.type("keys", "service", "list", id);
    assertThat(list.out()).contains("crm", "active", "approvals:read").doesNotContain("sk_int_");
    String key = desk.json("keys", "service", "list", id).at("/2/key_id").asString();
    assertThat(desk.type("keys", "service", "revoke", id, key).err()).isEqualTo("Revoked.\n");
    assertThat(desk.type("keys", "service", "list", id).out()).contains("revoked");
    assertThat(desk.type("keys", "service", "revoke", id, "key_x").exitCode()).isEqualTo(5);
  }

  @Test
  void an_ed25519_key_is_made_here_and_only_its_public_half_is_sent() throws Exception {
    String id = tenant();
    Path file = file("ada.key");
    Outcome added =
        desk.type(
            "keys",
            "approver",
            "add",
            id,
            "--generate",
            "ed25519",
            "--out",
            file.toString(),
            "--principal",
            "ada",
            "--name",
            "laptop");
    assertThat(added.exitCode()).as(added.toString()).isZero();
    String key = added.out().strip();
    assertThat(key).matches("apk_\\w+");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Files.readString(file))
        .startsWith("key_id: " + key + "\n-----BEGIN PRIVATE KEY-----\n");
    assertThat(desk.type("keys", "approver", "list", id).out())
        .containsPattern(key + " +ed25519 +ada +laptop +active +never");

    JsonNode signed = read(TypedHere.run("sign", "apr_01M7X", "--key", file.toString(), "--json"));
    assertThat(signed.path("key_id").asString()).isEqualTo(key);
    assertThat(signed.path("algorithm").asString()).isEqualTo("ed25519");
    long exp = signed.path("exp").asLong();
    assertThat(exp - System.currentTimeMillis() / 1000).isBetween(290L, 300L);
    String publicKey = desk.json("keys", "approver", "list", id).at("/0/public_key").asString();
    assertThat(holds(publicKey, "approve", exp, signed.path("value").asString())).isTrue();

    Outcome retired = desk.type("keys", "approver", "retire", id, key, "--in", "2d");
    assertThat(retired.err()).startsWith("It is valid until 20");
    assertThat(desk.type("keys", "approver", "list", id).out()).contains("retiring");
    assertThat(desk.type("keys", "approver", "revoke", id, key).err()).isEqualTo("Revoked.\n");
    assertThat(desk.type("keys", "approver", "retire", id, key).exitCode()).isEqualTo(2);
  }

  private static JsonNode read(Outcome outcome) {
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    return ClientJson.parseTree(outcome.out());
  }

  private static boolean holds(String publicKey, String decision, long exp, String value)
      throws Exception {
    byte[] spki =
        HexFormat.of()
            .parseHex(
                "302a300506032b6570032100"
                    + HexFormat.of().formatHex(Base64.getUrlDecoder().decode(publicKey)));
    Signature check = Signature.getInstance("Ed25519");
    check.initVerify(
        KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(spki)));
    check.update(
        "{\"approval_id\":\"apr_01M7X\",\"decision\":\"%s\",\"exp\":%d}"
            .formatted(decision, exp)
            .getBytes(StandardCharsets.UTF_8));
    return check.verify(Base64.getUrlDecoder().decode(value));
  }

  @Test
  void a_key_that_is_refused_leaves_no_file() {
    Path file = file("none.key");
    Outcome refused =
        desk.type(
            "keys", "approver", "add", "nobody", "--generate", "ed25519", "--out", file.toString());
    assertThat(refused.exitCode()).isEqualTo(5);
    assertThat(file).doesNotExist();
  }

  @Test
  void a_file_that_is_there_is_not_written_over() throws Exception {
    Path file = Files.writeString(file("mine"), "mine");
    String id = tenant();
    Outcome refused =
        desk.type("keys", "approver", "add", id, "--generate", "ed25519", "--out", file.toString());
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("already exists");
    assertThat(file).hasContent("mine");
    assertThat(desk.json("keys", "approver", "list", id)).isEmpty();
  }

  @Test
  void a_public_key_is_registered_as_it_is_given() {
    String id = tenant();
    assertThat(
            desk.json("keys", "approver", "add", id, "--public-key", PUBLIC)
                .path("public_key")
                .asString())
        .isEqualTo(PUBLIC);
    Outcome none = desk.type("keys", "approver", "add", id, "--public-key", "AAAA");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("/public_key: must be 32 bytes");
    assertThat(desk.type("keys", "approver", "add", id).exitCode()).isEqualTo(2);
    assertThat(desk.type("keys", "approver", "add", id, "--generate", "ed25519").err())
        .contains("--generate and --out FILE must be used together");
    assertThat(desk.type("keys", "approver", "add", id, "--generate", "rsa", "--out", "x").err())
        .contains("--generate takes ed25519 or hmac-sha256");
  }

  @Test
  void sign_needs_no_daemon_and_says_what_it_needs() throws Exception {
    Path hmac = Files.writeString(file("hmac.key"), HMAC);
    Outcome nameless = TypedHere.run("sign", "apr_1", "--key", hmac.toString());
    assertThat(nameless.exitCode()).isEqualTo(2);
    assertThat(nameless.err()).contains("add --key-id apk_…").doesNotContain("AAEC");
    Outcome signed =
        TypedHere.run(
            "sign",
            "apr_1",
            "--key",
            hmac.toString(),
            "--key-id",
            "apk_9",
            "--deny",
            "--expires",
            "1m");
    assertThat(signed.out()).matches("[A-Za-z0-9_-]{43}\n");
    assertThat(signed.err()).contains("Denies apr_1, key apk_9, exp ", "an assertion of version 1");
    Files.setPosixFilePermissions(hmac, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(TypedHere.run("sign", "apr_1", "--key", hmac.toString(), "--key-id", "k").err())
        .contains("Other users can read " + hmac + "; run chmod 600 on it.");
    Files.setPosixFilePermissions(hmac, PosixFilePermissions.fromString("rw-------"));
    assertThat(TypedHere.run("sign", "apr_1", "--key", hmac.toString(), "--key-id", "k").err())
        .doesNotContain("Other users can read");
    assertThat(TypedHere.run("sign", "apr-1", "--key", hmac.toString(), "--key-id", "k").err())
        .contains("' is not the id of an approval, such as apr_01M7EP4B…");
    Outcome missing = TypedHere.run("sign", "apr_1", "--key", file("no").toString());
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.err()).contains("does not exist");
  }

  @Test
  void approve_asks_somebody_and_takes_no_secret_as_an_argument() throws Exception {
    Path hmac = Files.writeString(file("b.key"), "key_id: apk_9\n" + HMAC);
    String[] words = {"approve", "apr_01JZZZZZZZZZZZZZZZZZZZZZZZ", "--key", hmac.toString()};
    Outcome unasked = desk.type(words);
    assertThat(unasked.exitCode()).isEqualTo(2);
    assertThat(unasked.err())
        .contains(
            "there is no terminal to confirm on; use --yes after you have checked the request");
    Outcome argument =
        desk.type("approve", words[1], "--key", words[3], "--deny", "--secret", "A=@x", "--yes");
    assertThat(argument.err()).contains("--secret cannot be combined with --deny");
    assertThat(desk.type("approve", words[1], "--key", words[3], "--yes").exitCode()).isEqualTo(5);
  }
}
