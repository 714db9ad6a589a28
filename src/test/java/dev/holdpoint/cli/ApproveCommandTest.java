package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.session.SessionBodies.CreateSessionRequest;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code holdpoint approve}: somebody reads, agrees, and his key says so. */
class ApproveCommandTest {
  private static final String TYPED = "holdpoint.stdin.terminal";
  private static final AtomicInteger NUMBERS = new AtomicInteger();

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

  /** A tenant that requires signatures, and an approver with a key in a file. */
  private record Place(String tenant, Path key) {
    static Place of(String algorithm) {
      String tenant = desk.type("tenants", "add", "t" + NUMBERS.incrementAndGet()).out().strip();
      desk.json("tenants", "policy", tenant, "--require-signature");
      return new Place(tenant, key(tenant, algorithm));
    }

    static Path key(String tenant, String algorithm) {
      Path file = folder.resolve(NUMBERS.incrementAndGet() + ".key");
      desk.json(
          "keys", "approver", "add", tenant, "--generate", algorithm, "--out", file.toString());
      return file;
    }

    /** A run that waits; gives its id. */
    String park(String... script) throws Exception {
      String session = "s" + NUMBERS.incrementAndGet();
      desk.client()
          .sessions()
          .create(new CreateSessionRequest(session, null, null, null, null, tenant));
      return desk.park(session, script);
    }
  }

  private static String waitingIn(String run) throws Exception {
    return desk.client().runs().find(run).pendingApprovalIds().getFirst();
  }

  private static Outcome answering(String typed, String... args) {
    InputStream before = System.in;
    System.setProperty(TYPED, "true");
    System.setIn(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
    try {
      return desk.type(args);
    } finally {
      System.setIn(before);
      System.clearProperty(TYPED);
    }
  }

  @Test
  void what_is_asked_is_shown_before_it_is_signed() throws Exception {
    Place place = Place.of("ed25519");
    String run = place.park(Desk.commands("echo hello"));
    String approval = waitingIn(run);
    String[] words = {"approve", approval, "--key", place.key.toString()};

    Outcome no = answering("n\n", words);
    assertThat(no.exitCode()).isEqualTo(1);
    assertThat(no.err())
        .contains("wants       echo hello", "signature   required", "Approve this? [y/N] ")
        .endsWith("Nothing was signed.\n");
    assertThat(desk.client().approvals().find(approval).status()).isEqualTo(GateStatus.PENDING);

    Outcome yes = answering("y\n", words);
    assertThat(yes.exitCode()).as(yes.toString()).isZero();
    assertThat(yes.err()).endsWith("approved.\n");
    desk.http().awaitRun(run, "completed");
    // PF-05
    assertThat(
            desk.json("approvals", "get", approval).at("/resolution/rendered/surface").asString())
        .isEqualTo("cli");
    assertThat(
            desk.json("approvals", "get", approval)
                .at("/resolution/rendered/as_asked")
                .asBoolean(false))
        .isTrue();
    Outcome late = answering("y\n", words);
    assertThat(late.exitCode()).as(late.toString()).isEqualTo(6);
    assertThat(late.err()).contains("allowed by ");
  }

  // PF-11
  @Test
  void PF_11_nothing_is_signed_where_the_digest_is_of_something_else() throws Exception {
    Place place = Place.of("ed25519");
    String run = place.park(Desk.commands("echo harmless"));
    String approval = waitingIn(run);
    try (Wiretap wire = new Wiretap(desk.address(), _ -> {})) {
      wire.telling(answer -> answer.replace("echo harmless", "echo other"));
      for (String[] words :
          new String[][] {{"approve", "--yes"}, {"sign", "--v2"}, {"sign", "--json"}}) {
        Outcome refused =
            desk.typeAt(wire.url(), words[0], approval, "--key", place.key.toString(), words[1]);
        assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(6);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("echo other").contains("Nothing was signed.");
      }
      assertThat(wire.posts()).isEmpty();

      wire.telling(answer -> answer);
      Outcome good =
          desk.typeAt(
              wire.url(), "approve", approval, "--key", place.key.toString(), "--yes", "--v2");
      assertThat(good.exitCode()).as(good.toString()).isZero();
      assertThat(wire.posts().getLast().body())
          .contains("\"version\":2", "\"expected_digest\"", "\"expected_revision\":1");
    }
    desk.http().awaitRun(run, "completed");
  }

  // PF-08
  @Test
  void PF_08_version_2_is_made_where_it_is_required() throws Exception {
    Place place = Place.of("hmac-sha256");
    desk.json(
        "tenants",
        "policy",
        place.tenant,
        "--require-digest",
        "--assertion-version",
        "2",
        "--longest-assertion",
        "5m");
    assertThat(desk.type("tenants", "policy", place.tenant).out())
        .contains("digest required; assertions of version 2 only; assertions hold 5 minutes");
    String run = place.park(Desk.commands("echo hello"));
    assertThat(desk.json("sign", waitingIn(run), "--key", place.key.toString()).path("version"))
        .as("without --v2")
        .hasToString("2");
    JsonNode approved =
        desk.json("approve", waitingIn(run), "--key", place.key.toString(), "--yes");
    assertThat(approved.path("status").asString()).isEqualTo("approved");
    desk.http().awaitRun(run, "completed");
  }

  @Test
  void a_no_is_signed_with_its_note() throws Exception {
    Place place = Place.of("hmac-sha256");
    String run = place.park(Desk.commands("echo hello"));
    JsonNode denied =
        desk.json(
            "approve",
            waitingIn(run),
            "--key",
            place.key.toString(),
            "--yes",
            "--deny",
            "--note",
            "not today");
    assertThat(denied.path("status").asString()).isEqualTo("denied");
    assertThat(denied.path("resolved_by").asString()).startsWith("approver_key:apk_");
  }

  @Test
  void several_say_yes_one_after_the_other() throws Exception {
    Place place = Place.of("ed25519");
    desk.json("tenants", "policy", place.tenant, "--approvals", "2");
    Path second = Place.key(place.tenant, "hmac-sha256");
    String run = place.park(Desk.commands("echo hello"));
    String approval = waitingIn(run);
    Outcome first = desk.type("approve", approval, "--key", place.key.toString(), "--yes");
    assertThat(first.exitCode()).as(first.toString()).isZero();
    assertThat(first.err()).endsWith("Approval recorded; more are needed. Approvals so far: 1.\n");
    assertThat(desk.type("approvals", "get", approval).out()).contains("approvals   1 of 2");
    Outcome last = desk.type("approve", approval, "--key", second.toString(), "--yes");
    assertThat(last.err()).endsWith("approved.\n");
    desk.http().awaitRun(run, "completed");
  }

  @Test
  void a_key_of_another_tenant_is_refused() throws Exception {
    Place place = Place.of("ed25519");
    String approval = waitingIn(place.park(Desk.commands("echo hello")));
    Path other = Place.of("ed25519").key;
    Outcome refused = desk.type("approve", approval, "--key", other.toString(), "--yes");
    assertThat(refused.exitCode()).isEqualTo(4);
    assertThat(refused.err()).contains("approval_signature_invalid");
    assertThat(desk.type("approvals", "allow", approval).err())
        .contains("sign it with: holdpoint approve APPROVAL --key FILE");
  }

  @Test
  void a_secret_comes_from_a_file_and_is_not_repeated() throws Exception {
    Place place = Place.of("ed25519");
    String run =
        place.park(
            "{\"tool\":\"request_approval\",\"input\":{\"reason\":\"need it\",\"requested_items\":"
                + "[{\"kind\":\"secret\",\"description\":\"the key\",\"alias\":\"CRM_API_KEY\"}]}}");
    String approval = waitingIn(run);
    Path value = Files.writeString(folder.resolve("crm"), "canary-7f3\n");
    String[] words = {"approve", approval, "--key", place.key.toString(), "--yes", "--secret", ""};
    words[6] = "CRM_API_KEY=canary-7f3";
    Outcome argument = desk.type(words);
    assertThat(argument.exitCode()).isEqualTo(2);
    assertThat(argument.err()).contains("never an argument").doesNotContain("canary");
    words[6] = "CRM_API_KEY=@" + value;
    Outcome approved = desk.type(words);
    assertThat(approved.exitCode()).as(approved.toString()).isZero();
    assertThat(approved.out() + approved.err()).doesNotContain("canary");
    desk.http().awaitRun(run, "completed");
  }
}
