package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Approver;
import dev.holdpoint.blackbox.Authenticator;
import dev.holdpoint.blackbox.Authenticator.Kind;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.client.proof.KeySet;
import dev.holdpoint.client.proof.Malformed;
import dev.holdpoint.client.proof.PublicKey;
import dev.holdpoint.client.proof.ReceiptProof;
import dev.holdpoint.client.proof.SecondOpinion;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.daemon.TypedHere;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The proof of one decision, for those who have nothing else of the ledger. */
@OnBothDatabases
class ReceiptTest extends Acceptance {
  private static final AtomicInteger NAMES = new AtomicInteger();
  private static final String CANARY = "canary-4711";

  /** Prime, so that all bits of a byte get their turn. */
  private static final int STRIDE = 17;

  private static final Set<String> PARTS =
      Set.of(
          "file",
          "jws",
          "receipt",
          "chain",
          "action",
          "following",
          "checkpoint",
          "key",
          "evidence",
          "vote",
          "votes",
          "input");

  private final TestDaemon daemon;
  private final AtomicLong clock;
  private final Path folder = Database.newFolder();
  private final String page;
  private final Http local;
  private boolean stopped;

  ReceiptTest(Database database) {
    AtomicLong moving = new AtomicLong(System.currentTimeMillis());
    TestDaemon started =
        TestDaemon.start(
            Database.newFolder(),
            database.settings(Map.of("HOLDPOINT_RETENTION_RUNS_MS", "1000")),
            () -> Instant.ofEpochMilli(moving.get()));
    super(started.http());
    this.daemon = started;
    this.clock = moving;
    this.page = "http://localhost:" + http.address().getPort();
    this.local = new Http(page, String.valueOf(http.token()));
  }

  @AfterEach
  void stop() {
    if (!stopped) {
      stopped = true;
      daemon.close();
    }
  }

  private String tenant(String policy) {
    String id =
        text(
            http.post("/v1/tenants", json("{'name':'t%d'}", NAMES.incrementAndGet()))
                .expect(201)
                .json(),
            "tenant_id");
    http.send("PUT", "/v1/tenants/" + id + "/approval-policy", json(policy), _ -> {}).expect(200);
    return id;
  }

  private String sessionOf(String tenant) {
    return text(
        http.post("/v1/sessions", json("{'tenant_id':'%s'}", tenant)).expect(201).json(),
        "session_id");
  }

  private Http token(String role, String more) {
    return http.as(
        text(
            http.post(
                    "/v1/tokens",
                    json("{'name':'n%d','role':'%s'", NAMES.incrementAndGet(), role)
                        + json(more)
                        + "}")
                .expect(201)
                .json(),
            "token"));
  }

  private JsonNode parked(String session) {
    return park(session, Script.bash("echo " + CANARY), Script.say("done"));
  }

  private void decide(JsonNode run, String behavior, String more) {
    http.post(
            "/v1/runs/" + id(run) + "/approvals", resolutions(one(approvalId(run), behavior, more)))
        .expect(202);
  }

  private long soon() {
    return clock.get() / 1000 + 300;
  }

  private String assertion(Approver by, JsonNode run, boolean second) {
    String id = approvalId(run);
    return ",\"signature\":"
        + (second
            ? by.assertion(Approver.base64url(by.sign(payload(id).getBytes(UTF_8))), soon())
                .put("version", 2)
            : by.assertion(id, "approve", soon()));
  }

  private String payload(String id) {
    JsonNode request = http.get("/v1/approvals/" + id).expect(200).json().path("request");
    return JSON.createObjectNode()
        .put("approval_id", id)
        .put("decision", "approve")
        .put("digest", text(request, "digest"))
        .put("exp", soon())
        .put("revision", request.path("revision").asInt())
        .putNull("secrets")
        .put("v", 2)
        .toString();
  }

  private String challenge() {
    return text(
        local.as(null).post("/v1/passkeys/challenges", null).expect(201).json(), "challenge");
  }

  private String byPasskey(Authenticator by, JsonNode run) {
    return ",\"signature\":" + by.decides(payload(approvalId(run)), soon());
  }

  private String receipt(String approval) {
    return http.get("/v1/approvals/" + approval + "/receipt").expect(200).text();
  }

  private String key() {
    return text(http.get("/v1/audit/keys").expect(200).json().get(0), "public_key");
  }

  /** One of each, decided; by what it is. */
  private Map<String, String> decided() {
    Map<String, String> ids = new LinkedHashMap<>();
    JsonNode click = parked(session());
    http.withRole("operator", "ada")
        .post("/v1/runs/" + id(click) + "/approvals", allow(approvalId(click)))
        .expect(202);
    ids.put("click", approvalId(click));
    JsonNode no = parked(session());
    http.post("/v1/runs/" + id(no) + "/approvals", deny(approvalId(no), "no, because of " + CANARY))
        .expect(202);
    ids.put("deny", approvalId(no));
    String guarded = tenant("{'signature_required':true}");
    for (String algorithm : List.of(Approver.ED25519, Approver.HMAC)) {
      for (boolean second : List.of(false, true)) {
        Approver by =
            algorithm.equals(Approver.HMAC)
                ? Approver.hmac(http, guarded, "")
                : Approver.ed25519(http, guarded, "");
        JsonNode run = parked(sessionOf(guarded));
        decide(run, "allow", assertion(by, run, second));
        ids.put(algorithm + (second ? " v2" : " v1"), approvalId(run));
      }
    }
    for (Kind kind : Kind.values()) {
      JsonNode invited =
          local
              .post(
                  "/v1/tenants/" + guarded + "/approver-keys/enrollments",
                  json("{'principal':'p%d'}", NAMES.incrementAndGet()))
              .expect(201)
              .json();
      Authenticator by = new Authenticator(kind, page);
      String code = text(invited, "url").replaceAll(".*#", "");
      local
          .as(null)
          .post("/v1/passkeys", by.registers(challenge()).put("enrollment_code", code).toString())
          .expect(201);
      JsonNode run = parked(sessionOf(guarded));
      decide(run, "allow", byPasskey(by, run));
      ids.put("passkey " + kind, approvalId(run));
    }
    ids.put("quorum", quorum());
    ids.put("rule", rule());
    ids.put("step-up", stepUp());
    return ids;
  }

  private String quorum() {
    String three = tenant("{'signature_required':true,'approvals_required':3}");
    JsonNode run = parked(sessionOf(three));
    for (String who : List.of("ada", "bob", "eve")) {
      Approver by = Approver.ed25519(http, three, json(",'principal':'" + who + "'"));
      decide(run, "allow", assertion(by, run, who.equals("bob")));
    }
    return approvalId(run);
  }

  private String rule() {
    String session = session();
    http.post(
            "/v1/permission-rules",
            json(
                "{'behavior':'allow','tool':'deploy','scope':{'kind':'session','id':'%s'}}",
                session))
        .expect(201);
    return text(raised(http, session).path("request"), "id");
  }

  private JsonNode raised(Http who, String session) {
    return who.post(
            "/v1/sessions/" + session + "/approval-requests",
            json("{'tool_name':'deploy','input':{'v':'%s'},'reason':'why %s'}", CANARY, CANARY))
        .expect(201)
        .json();
  }

  /** A click, by a person who proves their presence with their own passkey. */
  private String stepUp() {
    Http who =
        local.as(
            text(
                http.post(
                        "/v1/tokens",
                        json("{'name':'n%d','role':'operator'}", NAMES.incrementAndGet()))
                    .expect(201)
                    .json(),
                "token"));
    Authenticator by = new Authenticator(Kind.ES256, page);
    who.post("/v1/passkeys", by.registers(challenge()).toString()).expect(201);
    JsonNode run = parked(sessionOf(tenant("{'step_up':'passkey'}")));
    who.post(
            "/v1/runs/" + id(run) + "/approvals",
            resolutions(one(approvalId(run), "allow", byPasskey(by, run))))
        .expect(202);
    return approvalId(run);
  }

  private Path saved(String name, String content) {
    try {
      return Files.writeString(folder.resolve(name.replace(' ', '-') + ".json"), content);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Outcome typed(Path receipt, String... more) {
    List<String> all = new ArrayList<>(List.of("audit", "verify-receipt", receipt.toString()));
    all.addAll(List.of(more));
    return TypedHere.at(
        "http://127.0.0.1:1", daemon.tokenFile().toString(), all.toArray(String[]::new));
  }

  private static ReceiptProof proof(byte[] file, String key) {
    try {
      return ReceiptProof.of(file, KeySet.of(PublicKey.parse(key)), null);
    } catch (Malformed e) {
      throw new AssertionError(e);
    }
  }

  // PF-51
  @Test
  void PF_51_receipts_of_every_kind_verify_by_both_programs_without_the_daemon() throws Exception {
    SecondOpinion.assumeThatItCanBeHad();
    Map<String, String> ids = decided();
    Map<String, Path> files = new LinkedHashMap<>();
    ids.forEach((name, id) -> files.put(name, saved(name, receipt(id))));
    String jws =
        http.send(
                "GET",
                "/v1/approvals/" + ids.get("click") + "/receipt",
                null,
                request -> request.header("Accept", "application/jose"))
            .expect(200)
            .text();
    files.put("jws alone", saved("jws alone", jws));
    Path keys = saved("keys", http.get("/v1/keys.json").expect(200).text());
    String key = key();
    String export = http.get("/v1/audit/export").expect(200).text();
    stop();

    assertThat(
            Verifier.verify(new ByteArrayInputStream(export.getBytes(UTF_8)), TrustedKeys.NOTHING)
                .findings())
        .isEmpty();
    Path input = saved("input", json("{'command':'echo %s'}", CANARY));
    files.forEach(
        (name, file) -> {
          String[] call = name.equals("rule") ? new String[0] : new String[] {input.toString()};
          Outcome one = typed(file, "--public-key", key);
          assertThat(one.exitCode()).as("%s: %s", name, one).isZero();
          assertThat(one.out()).contains("receipt     holds");
          Outcome all =
              call.length == 0
                  ? typed(file, "--keys", keys.toString())
                  : typed(file, "--keys", keys.toString(), "--input-file", input.toString());
          assertThat(all.exitCode()).as("%s: %s", name, all).isZero();
          try {
            for (String given : List.of(key, keys.toString())) {
              SecondOpinion.Opinion second = SecondOpinion.onReceipt(file, given, call);
              assertThat(second.text()).as(name).startsWith("good: ");
            }
          } catch (IOException e) {
            throw new AssertionError(e);
          }
          assertThat(one.out() + one.err())
              .as(name)
              .contains(
                  switch (name) {
                    case "click", "deny", "rule", "jws alone" -> "signature: none";
                    case "hmac-sha256 v1", "hmac-sha256 v2" -> "not checkable";
                    default -> "signature: valid";
                  });
        });
    assertThat(
            typed(Objects.requireNonNull(files.get("hmac-sha256 v1")), "--public-key", key).err())
        .contains("cannot be verified here");
    JsonNode three = JSON.readTree(Files.readString(files.get("quorum"))).path("receipt");
    assertThat(three.path("votes").valueStream().map(vote -> text(vote, "principal")))
        .containsExactly("ada", "bob", "eve");
    assertThat(three.at("/policy/approvals_required").asInt()).isEqualTo(3);
  }

  // PF-51
  @Test
  void PF_51_an_input_with_numbers_that_no_double_holds_is_found_by_both() throws Exception {
    SecondOpinion.assumeThatItCanBeHad();
    String call =
        "{\"channel\":1234567890123456789,\"sum\":9007199254740993.0,\"of\":123456789012345678901234567890,"
            + "\"rate\":1e-7,\"most\":1.5e300}";
    String session = session();
    JsonNode raised =
        http.post(
                "/v1/sessions/" + session + "/approval-requests",
                "{\"tool_name\":\"post\",\"reason\":\"r\",\"input\":" + call + "}")
            .expect(201)
            .json();
    String id = text(raised.path("request"), "id");
    http.post("/v1/runs/" + text(raised, "run_id") + "/approvals", allow(id)).expect(202);
    Path file = saved("numbers", receipt(id));
    Path same = saved("same", call);
    // The next integer has the same double.
    Path other = saved("next", call.replace("789,", "790,"));
    assertThat(typed(file, "--public-key", key(), "--input-file", same.toString()).exitCode())
        .isZero();
    assertThat(SecondOpinion.onReceipt(file, key(), same.toString()).places()).isEmpty();
    assertThat(typed(file, "--public-key", key(), "--input-file", other.toString()).exitCode())
        .isEqualTo(9);
    assertThat(SecondOpinion.onReceipt(file, key(), other.toString()).places())
        .containsExactly("input");
  }

  // PF-51
  @Test
  void PF_51_a_receipt_has_all_its_members() {
    String session = session();
    JsonNode run =
        park(
            session,
            Script.tool("write_file", json("{'path':'a.txt','content':'x'}")),
            Script.say("done"));
    String id = approvalId(run);
    http.post(
            "/v1/runs/" + id(run) + "/approvals",
            resolutions(one(id, "allow", json(",'updated_input':{'path':'b.txt','content':'y'}"))))
        .expect(202);
    JsonNode both = JSON.readTree(receipt(id));
    assertThat(members(both)).containsExactly("receipt", "jws");
    JsonNode receipt = both.path("receipt");
    assertThat(members(receipt))
        .containsExactlyInAnyOrder(
            "format",
            "ledger_id",
            "approval_id",
            "run_id",
            "session_id",
            "tenant_id",
            "tool_name",
            "digest",
            "revision",
            "decision",
            "by",
            "principal",
            "at_ms",
            "edited_digest",
            "world",
            "policy",
            "votes",
            "permit",
            "chain");
    assertThat(text(receipt, "world")).isEqualTo("not_compared");
    assertThat(text(receipt, "approval_id")).isEqualTo(id);
    assertThat(text(receipt, "run_id")).isEqualTo(id(run));
    assertThat(text(receipt, "decision")).isEqualTo("allow");
    assertThat(receipt.path("permit"))
        .isEqualTo(
            JSON.readTree(
                json("{'permit_id':'prm_%s','state':'ready','attempt':1}", id.substring(4))));
    assertThat(members(receipt.path("chain"))).contains("action", "checkpoints", "key");
    String[] parts = text(both, "jws").split("\\.", -1);
    assertThat(new String(Base64.getUrlDecoder().decode(parts[0]), UTF_8))
        .contains("\"typ\":\"holdpoint-receipt+jwt\"", "\"alg\":\"EdDSA\"");
    assertThat(JSON.readTree(Base64.getUrlDecoder().decode(parts[1]))).isEqualTo(receipt);
    Path file = saved("edited", receipt(id));
    Path other = saved("other", json("{'content':'y','path':'b.txt'}"));
    Outcome outcome = typed(file, "--public-key", key(), "--input-file", other.toString());
    assertThat(outcome.out()).contains("input       edited");
  }

  // PF-51
  @Test
  void PF_51_two_decisions_of_one_commit_both_have_their_way_to_the_signature() {
    JsonNode run =
        park(
            session(),
            Script.together(Script.bash("echo 1"), Script.bash("echo 2")),
            Script.say("done"));
    String first = approvalId(run, 0);
    String second = approvalId(run, 1);
    http.post(
            "/v1/runs/" + id(run) + "/approvals",
            resolutions(one(first, "allow", ""), one(second, "deny", json(",'reason':'no'"))))
        .expect(202);
    assertThat(JSON.readTree(receipt(first)).at("/receipt/chain/following")).isNotEmpty();
    for (String id : List.of(first, second)) {
      assertThat(proof(receipt(id).getBytes(UTF_8), key()).faults()).isEmpty();
    }
  }

  // PF-52
  @Test
  void PF_52_a_flipped_bit_another_key_and_another_input_are_named_by_both() throws Exception {
    SecondOpinion.assumeThatItCanBeHad();
    String id = quorum();
    byte[] good = receipt(id).getBytes(UTF_8);
    String key = key();
    assertThat(proof(good, key).faults()).isEmpty();
    for (int at = 0; at < good.length - 1; at += STRIDE) {
      byte[] bent = flipped(good, at, at % 8);
      ReceiptProof proof = proof(bent, key);
      assertThat(proof.faults()).as("bit %d of byte %d", at % 8, at).isNotEmpty();
      assertThat(proof.faults())
          .allSatisfy(fault -> assertThat(PARTS).contains(fault.part().split(" ", -1)[0]));
    }
    for (int n = 0; n < 12; n++) {
      int at = (good.length - 2) * n / 11;
      SecondOpinion.Opinion second =
          SecondOpinion.onReceipt(
              Files.write(folder.resolve("bent"), flipped(good, at, n % 8)), key);
      assertThat(second.whole()).as("bit %d of byte %d", n % 8, at).isFalse();
      assertThat(second.places())
          .isNotEmpty()
          .allSatisfy(place -> assertThat(PARTS).contains(place.split(" ", -1)[0]));
    }
    // What ends the file is a byte of it too, and what Java and Python call a blank is none.
    for (int bit = 0; bit < 8; bit++) {
      byte[] bent = flipped(good, good.length - 1, bit);
      assertThat(proof(bent, key).faults()).as("bit %d of the last byte", bit).isNotEmpty();
      Path file = Files.write(folder.resolve("bent"), bent);
      assertThat(SecondOpinion.onReceipt(file, key).places()).as("bit %d", bit).isNotEmpty();
    }
    String text = new String(good, UTF_8);
    JsonNode receipt = JSON.readTree(text).path("receipt");
    named(text, text(receipt.at("/votes/1/signature"), "value"), key, "vote 2");
    named(text, text(receipt.at("/chain/action"), "record_hash"), key, "action");
    JsonNode signed = receipt.at("/chain/checkpoints").get(0);
    named(text, text(signed, "signature"), key, "checkpoint " + signed.path("sequence").asLong());
    named(text, "\"digest\":\"" + text(receipt, "digest"), key, "evidence");
    named(text, text(JSON.readTree(text), "jws").replaceAll(".*\\.", ""), key, "jws");

    Path file = Files.write(folder.resolve("good"), good);
    String other =
        Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[32]).replace('A', 'B');
    String foreign = other.substring(0, 42) + "A";
    assertThat(typed(file, "--public-key", foreign).exitCode()).isEqualTo(9);
    assertThat(typed(file, "--public-key", foreign).out()).contains("jws: ");
    assertThat(SecondOpinion.onReceipt(file, foreign).places()).contains("jws");
    Path input = saved("input", json("{'command':'echo other'}"));
    Outcome outcome = typed(file, "--public-key", key, "--input-file", input.toString());
    assertThat(outcome.exitCode()).isEqualTo(9);
    assertThat(outcome.out()).contains("input: the digest is not of the given input");
    assertThat(SecondOpinion.onReceipt(file, key, input.toString()).places())
        .containsExactly("input");
  }

  /** Bends one character in the middle of this text, which stands in one place. */
  private void named(String text, String member, String key, String part) throws IOException {
    int at = text.indexOf(member) + member.length() / 2;
    byte[] bent = text.getBytes(UTF_8);
    bent[at] = (byte) (bent[at] == 'a' ? 'b' : 'a');
    Path file = Files.write(folder.resolve("named"), bent);
    assertThat(proof(bent, key).faults()).extracting(ReceiptProof.Fault::part).contains(part);
    assertThat(SecondOpinion.onReceipt(file, key).places()).contains(part);
  }

  private static byte[] flipped(byte[] good, int at, int bit) {
    byte[] bent = good.clone();
    bent[at] ^= (byte) (1 << bit);
    return bent;
  }

  // PF-53
  @Test
  void PF_53_it_says_the_same_after_its_run_is_gone_and_verifies_after_a_rotation()
      throws Exception {
    SecondOpinion.assumeThatItCanBeHad();
    String tenant = tenant("{}");
    String session = sessionOf(tenant);
    JsonNode run = parked(session);
    decide(run, "allow", "");
    String id = approvalId(run);
    awaitRun(id(run), "completed");
    String before = receipt(id);
    String old = key();
    clock.addAndGet(2_000);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> http.get("/v1/runs/" + id(run)).status(), Integer.valueOf(404)::equals);
    http.get("/v1/approvals/" + id).expect(404);
    assertThat(receipt(id)).isEqualTo(before);
    String path = "/v1/approvals/" + id + "/receipt";
    Http viewer = token("viewer", ",'tenant_id':'" + tenant + "'");
    assertThat(viewer.get(path).expect(200).text()).isEqualTo(before);
    String another = tenant("{}");
    refused(
        token("viewer", ",'tenant_id':'" + another + "'").get(path),
        404,
        "approvals",
        "approval_not_found");

    String now = text(http.post("/v1/audit/keys/rotate", null).expect(201).json(), "public_key");
    String after = receipt(id);
    assertThat(JSON.readTree(after).path("receipt"))
        .isEqualTo(JSON.readTree(before).path("receipt"));
    assertThat(after).isNotEqualTo(before);
    Path file = saved("after", after);
    Path keys = saved("keys", http.get("/v1/keys.json").expect(200).text());
    for (String[] given : new String[][] {{"--public-key", now}, {"--keys", keys.toString()}}) {
      assertThat(typed(file, given).exitCode()).as(given[0]).isZero();
      assertThat(SecondOpinion.onReceipt(file, given[1]).whole()).as(given[0]).isTrue();
    }
    assertThat(typed(file, "--public-key", old).out()).contains("jws: ", "/v1/keys.json");
    assertThat(typed(saved("before", before), "--public-key", old).exitCode()).isZero();
  }

  // PF-54
  @Test
  void PF_54_it_holds_nothing_of_the_run_and_a_pending_one_is_not_ready() {
    Map<String, String> ids = decided();
    ids.forEach(
        (name, id) -> {
          JsonNode receipt = JSON.readTree(receipt(id)).path("receipt");
          assertThat(receipt.toString()).as(name).doesNotContain(CANARY, "secrets_nonce");
        });
    JsonNode pending = parked(session());
    String path = "/v1/approvals/" + approvalId(pending) + "/receipt";
    refused(http.get(path), 409, "approvals", "receipt_not_ready");
    http.post("/v1/runs/" + id(pending) + "/cancel", "{}").expect(200);
    awaitRun(id(pending), "cancelled");
    assertThat(text(refused(http.get(path), 404, "approvals", "receipt_not_found"), "detail"))
        .contains("withdrawn", "there will be none");
    refused(
        http.get("/v1/approvals/apr_01JZZZZZZZZZZZZZZZZZZZZZZZ/receipt"),
        404,
        "approvals",
        "approval_not_found");
  }

  @Test
  void it_is_for_people_and_for_the_token_that_asked() {
    Http own = token("agent", "");
    Http all = token("agent", ",'session_access':'all'");
    String session = text(own.post("/v1/sessions", "{}").expect(201).json(), "session_id");
    JsonNode raised = raised(own, session);
    String id = text(raised.path("request"), "id");
    String path = "/v1/approvals/" + id + "/receipt";
    refused(all.get(path), 403, "auth", "forbidden");
    refused(own.get(path), 409, "approvals", "receipt_not_ready");
    http.post("/v1/runs/" + text(raised, "run_id") + "/approvals", allow(id)).expect(202);
    for (Http who : List.of(own, token("viewer", ""), token("operator", ""), http)) {
      who.get(path).expect(200);
    }
    refused(all.get(path), 403, "auth", "forbidden");
    refused(token("agent", "").get(path), 404, "approvals", "approval_not_found");
    // The proof outlives the session, for those who asked; nobody gets it by the session's name.
    http.post("/v1/sessions/" + session + "/end", "").expect(200);
    http.send("DELETE", "/v1/sessions/" + session, null, _ -> {}).expect(204);
    own.get(path).expect(200);
    Http stranger = token("agent", "");
    stranger.post("/v1/sessions", json("{'session_id':'%s'}", session)).expect(201);
    refused(stranger.get(path), 404, "approvals", "approval_not_found");
  }

  @Test
  void every_read_is_on_record_with_who_and_what() {
    JsonNode run = parked(session());
    decide(run, "allow", "");
    String id = approvalId(run);
    refused(
        http.get("/v1/approvals/apr_01JZZZZZZZZZZZZZZZZZZZZZZZ/receipt"),
        404,
        "approvals",
        "approval_not_found");
    ObjectNode viewer =
        (ObjectNode)
            http.post("/v1/tokens", json("{'name':'reader','role':'viewer'}")).expect(201).json();
    http.as(text(viewer, "token")).get("/v1/approvals/" + id + "/receipt").expect(200);
    List<JsonNode> lines =
        http.get("/v1/audit/export").expect(200).text().lines().map(JSON::readTree).toList();
    List<JsonNode> reads =
        lines.stream()
            .map(line -> line.path("record"))
            .filter(record -> text(record, "target").equals("receipt.read"))
            .toList();
    assertThat(reads).hasSize(1);
    assertThat(text(reads.getFirst(), "principal_id")).isEqualTo(text(viewer, "token_id"));
    assertThat(
            lines.stream()
                .filter(line -> text(line, "type").equals("evidence"))
                .filter(
                    line -> text(line, "action_id").equals(text(reads.getFirst(), "action_id"))))
        .singleElement()
        .satisfies(
            line -> assertThat(line.at("/detail/what/approval_id").asString("")).isEqualTo(id));
  }
}
