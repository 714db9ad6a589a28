package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Approver;
import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Assertions that are not genuine: one answer to all of them, and nothing is used up. */
@OnBothDatabases
class SignedRefusalTest extends SignedAcceptance {
  /** One bit of every byte over HTTP; {@code VectorsTest} turns every bit. */
  private final Random chance = new Random(7);

  SignedRefusalTest(Database database) {
    super(database);
  }

  /** What is wrong with an assertion. */
  enum Fault {
    WRONG_BYTES,
    OTHER_APPROVAL,
    OTHER_DECISION,
    UNKNOWN_KEY,
    KEY_OF_ANOTHER_TENANT,
    REVOKED_KEY,
    KEY_PAST_NOT_AFTER,
    STALE_EXP,
    EXP_NOT_AS_SIGNED,
    OTHER_ALGORITHM,
    HMAC_WITH_THE_PUBLIC_KEY,
    ED25519_CALLED_HMAC,
    HMAC_CALLED_ED25519,
    EXP_OF_THE_YEAR_ONE,
    EXP_NEGATIVE,
    UPPER_CASE_KEY_ID
  }

  /** The body of a decision with that fault. */
  private ObjectNode faulty(Fault fault, Parked parked, String decision, Approver ed) {
    String id = parked.approval();
    Approver good = host.approver();
    long soon = host.soon();
    return switch (fault) {
      case WRONG_BYTES -> valued(good, Approver.base64url(new byte[32]), soon);
      case OTHER_APPROVAL -> valued(good, value(good, parked().approval(), decision, soon), soon);
      case OTHER_DECISION -> good.body(id, decision.equals("deny") ? "approve" : "deny", soon);
      case UNKNOWN_KEY ->
          good.calledAs("apk_01JZZZZZZZZZZZZZZZZZZZZZZZ", Approver.HMAC).body(id, decision, soon);
      case KEY_OF_ANOTHER_TENANT -> Host.of(http, moving::now).approver().body(id, decision, soon);
      case REVOKED_KEY -> {
        Approver revoked = Approver.hmac(http, host.tenant(), "");
        http.send("DELETE", host.path("/approver-keys/" + revoked.keyId()), null, _ -> {})
            .expect(204);
        yield revoked.body(id, decision, soon);
      }
      case KEY_PAST_NOT_AFTER -> {
        Approver ended =
            Approver.hmac(
                http,
                host.tenant(),
                json(",'not_after':'%s'", java.time.Instant.ofEpochMilli(moving.now() + 1_000)));
        moving.pass(java.time.Duration.ofSeconds(1));
        yield ended.body(id, decision, host.soon());
      }
      case STALE_EXP -> good.body(id, decision, moving.now() / 1000 - 1);
      case EXP_NOT_AS_SIGNED -> valued(good, value(good, id, decision, soon), soon + 1);
      case OTHER_ALGORITHM ->
          good.calledAs(good.keyId(), Approver.ED25519).body(id, decision, soon);
      case HMAC_WITH_THE_PUBLIC_KEY ->
          Approver.forger(ed.keyId(), Approver.HMAC, ed.known()).body(id, decision, soon);
      case ED25519_CALLED_HMAC -> ed.calledAs(ed.keyId(), Approver.HMAC).body(id, decision, soon);
      case HMAC_CALLED_ED25519 ->
          Approver.forger(ed.keyId(), Approver.ED25519, ed.known()).body(id, decision, soon);
      case EXP_OF_THE_YEAR_ONE -> good.body(id, decision, 0);
      case EXP_NEGATIVE -> good.body(id, decision, -soon);
      case UPPER_CASE_KEY_ID ->
          good.calledAs(good.keyId().toLowerCase(java.util.Locale.ROOT), Approver.HMAC)
              .body(id, decision, soon);
    };
  }

  private static String value(Approver approver, String approval, String decision, long exp) {
    return Approver.base64url(approver.sign(Approver.payload(approval, decision, exp)));
  }

  private static ObjectNode valued(Approver approver, String value, long exp) {
    ObjectNode body = JSON.createObjectNode();
    body.set("signature", approver.assertion(value, exp));
    return body;
  }

  @ParameterizedTest
  @EnumSource
  // S1-24, S1-25, S1-26, S1-27, S1-28, S1-29, S1-30, S1-31, S1-32, S1-126
  void S1_24_to_S1_32_an_assertion_that_is_not_genuine_is_refused_and_uses_nothing_up(Fault fault) {
    Approver ed = ed25519();
    Parked parked = parkedForSecret();

    unchanged(
        parked,
        () -> {
          for (String decision : List.of("approve", "deny")) {
            ObjectNode body = faulty(fault, parked, decision, ed);
            body.putObject("secrets").put(ALIAS, "never-stored");
            Http.Answer answer = send("/approvals/" + parked.approval() + "/" + decision, body);
            problem(answer, 403, "approval-signature-invalid");
            assertThat(answer.text()).doesNotContain("never-stored");
          }
        });

    staysPending(parked);
    host.approve(parked).expect(200);
    assertThat(text(host.ended(parked), "status")).isEqualTo("completed");
    assertThat(host.aliases(parked.conversation())).isEmpty();
  }

  @Test
  // S1-24 to S1-30: whoever probes learns nothing from how he is refused.
  void all_of_them_are_refused_in_the_same_words() {
    Approver ed = ed25519();
    Parked parked = parked();
    Set<String> words = new HashSet<>();

    for (Fault fault : Fault.values()) {
      JsonNode problem =
          problem(
              send(parked.approve(), faulty(fault, parked, "approve", ed)),
              403,
              "approval-signature-invalid");
      ((ObjectNode) problem).remove("request_id");
      words.add(problem.toString());
    }

    assertThat(words).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"approve", "deny"})
  // S1-24, S1-32, S1-43: whoever cannot sign learns nothing from the aliases they try.
  void what_is_refused_says_nothing_about_the_aliases_that_came_with_it(String decision) {
    Parked parked = parkedForSecret();
    String path = "/approvals/" + parked.approval() + "/" + decision;
    Set<String> words = new HashSet<>();

    for (Set<String> aliases :
        List.of(Set.<String>of(), Set.of(ALIAS), Set.of("OTHER"), Set.of(ALIAS, "OTHER"))) {
      ObjectNode body = faulty(Fault.OTHER_DECISION, parked, decision, host.approver());
      aliases.forEach(alias -> body.withObject("/secrets").put(alias, "never-stored"));
      Http.Answer answer = send(path, body);
      problem(answer, 403, "approval-signature-invalid");
      words.add(answer.text().replace(answer.header("X-Request-Id"), ""));
    }

    assertThat(words).hasSize(1);
    invalid(
        send(
            path,
            host.approver()
                .body(parked.approval(), decision, host.soon(), "OTHER", "never-stored")),
        "/secrets/OTHER");
    staysPending(parked);
  }

  @ParameterizedTest
  @ValueSource(strings = {Approver.HMAC, Approver.ED25519})
  // S1-24
  void S1_24_no_byte_of_the_value_can_be_another(String algorithm) {
    Approver approver = algorithm.equals(Approver.HMAC) ? host.approver() : ed25519();
    Parked parked = parked();
    long exp = host.soon();
    byte[] value = approver.sign(Approver.payload(parked.approval(), "approve", exp));

    for (int i = 0; i < value.length; i++) {
      byte[] turned = value.clone();
      turned[i] ^= (byte) (1 << chance.nextInt(8));
      problem(
          send(parked.approve(), valued(approver, Approver.base64url(turned), exp)),
          403,
          "approval-signature-invalid");
    }

    staysPending(parked);
    send(parked.approve(), valued(approver, Approver.base64url(value), exp)).expect(200);
  }

  @Test
  // S1-25, S1-29
  void S1_25_S1_29_no_byte_of_what_was_signed_can_be_another() {
    Parked parked = parked();
    long exp = host.soon();
    byte[] payload = Approver.payload(parked.approval(), "approve", exp);

    for (int i = 0; i < payload.length; i++) {
      byte[] turned = payload.clone();
      turned[i] ^= (byte) (1 << chance.nextInt(8));
      problem(
          send(
              parked.approve(),
              valued(host.approver(), Approver.base64url(host.approver().sign(turned)), exp)),
          403,
          "approval-signature-invalid");
    }

    staysPending(parked);
    host.approve(parked).expect(200);
  }

  @Test
  // DX-20
  void DX_20_only_a_genuine_signature_learns_that_its_principal_is_not_named() {
    String policy =
        text(
            http.post(
                    "/v1/approval-policies",
                    json(
                        "{'name':'%s','tenant_id':'%s','needs':'1 of person:fay'}",
                        session(), host.tenant()))
                .expect(201)
                .json(),
            "policy_id");
    Approver fay = Approver.hmac(http, host.tenant(), json(",'principal':'fay'"));
    Approver eve = Approver.hmac(http, host.tenant(), json(",'principal':'eve'"));
    Parked parked = parked();
    String id = parked.approval();
    try {
      unchanged(
          parked,
          () -> {
            Approver forger =
                Approver.forger(eve.keyId(), Approver.HMAC, "guessed".getBytes(UTF_8));
            problem(
                send(parked.approve(), forger.body(id, "approve", host.soon())),
                403,
                "approval-signature-invalid");
            JsonNode refused =
                problem(
                    send(parked.approve(), eve.body(id, "approve", host.soon())),
                    403,
                    "approval-not-eligible");
            assertThat(text(refused, "title")).isEqualTo("Approval not eligible");
            assertThat(text(refused, "code")).isEqualTo("approval_not_eligible");
            assertThat(text(refused, "detail")).contains(text(host.approval(id), "waits_for"));
          });
      staysPending(parked);
      send(parked.approve(), fay.body(id, "approve", host.soon())).expect(200);
    } finally {
      http.send("DELETE", "/v1/approval-policies/" + policy, null, _ -> {}).expect(204);
    }
    assertThat(http.as(null).get("/problems/approval-not-eligible").expect(200).text())
        .contains("approval-not-eligible");
  }

  /** Ways to write the bytes of a genuine value that are not its one form. */
  static List<String> disguises(byte[] bytes) {
    String good = Approver.base64url(bytes);
    String hex = java.util.HexFormat.of().formatHex(bytes);
    return List.of(
        java.util.Base64.getEncoder().encodeToString(bytes),
        java.util.Base64.getEncoder().withoutPadding().encodeToString(bytes),
        good + "===",
        good + " ",
        " " + good,
        good + "\n",
        good + "\r\n",
        good.substring(0, 10) + " " + good.substring(10),
        good.substring(0, 10) + "\n" + good.substring(10),
        good.substring(0, 10) + "=" + good.substring(10),
        good.substring(0, good.length() - 1),
        good + "A",
        good + good,
        good.substring(0, good.length() - 1) + stray(good.charAt(good.length() - 1)),
        hex,
        hex.toUpperCase(java.util.Locale.ROOT),
        "0x" + hex,
        "é",
        "\0",
        "%",
        "=",
        "A",
        "sha256=" + hex,
        "Bearer " + good,
        good.replace('_', '/').replace('-', '+') + "!");
  }

  /** The same bits and one more that stands for nothing. */
  private static char stray(char last) {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return alphabet.charAt(alphabet.indexOf(last) + 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {Approver.HMAC, Approver.ED25519})
  // S1-72, S1-73
  void S1_72_S1_73_a_value_has_one_form_and_its_padding_is_all_that_may_be_added(String algorithm) {
    Approver approver = algorithm.equals(Approver.HMAC) ? host.approver() : ed25519();
    Parked parked = parked();
    long exp = host.soon();
    byte[] value = approver.sign(Approver.payload(parked.approval(), "approve", exp));
    while (!Approver.base64url(value).matches(".*[-_].*")) {
      // The other alphabet is told by two letters; a value without them would prove nothing.
      exp++;
      value = approver.sign(Approver.payload(parked.approval(), "approve", exp));
    }

    for (String disguise : disguises(value)) {
      problem(
          send(parked.approve(), valued(approver, disguise, exp)),
          403,
          "approval-signature-invalid");
    }

    staysPending(parked);
    String padded = java.util.Base64.getUrlEncoder().encodeToString(value);
    assertThat(padded).endsWith("=");
    send(parked.approve(), valued(approver, padded, exp)).expect(200);
  }

  @Test
  // S1-73
  void S1_73_a_value_of_a_megabyte_is_refused_as_soon_as_it_is_seen() {
    Parked parked = parked();

    Http.Answer answer =
        send(parked.approve(), valued(host.approver(), "A".repeat(1 << 20), host.soon()));

    // Told as every other assertion that does not hold.
    problem(answer, 403, "approval-signature-invalid");
    assertThat(answer.text()).hasSizeLessThan(4_096);
    staysPending(parked);
  }

  @Test
  // S1-28, DX-69
  void S1_28_what_was_signed_for_one_decision_is_no_good_for_the_other_ever() {
    Parked parked = parked();
    String approve = approveBody(parked);
    String deny = denyBody(parked);

    problem(send(parked.deny(), approve), 403, "approval-signature-invalid");
    problem(send(parked.approve(), deny), 403, "approval-signature-invalid");
    staysPending(parked);

    send(parked.deny(), deny).expect(200);
    // Settled comes before the signature, so this is no oracle either: only what was really
    // signed is kept.
    JsonNode late = problem(send(parked.approve(), approve), 409, "approval-expired");
    assertThat(late.at("/resolution/outcome").asString()).isEqualTo("denied");
    assertThat(late.at("/resolution/late_answer").asString()).isEqualTo("kept");
    JsonNode forged = problem(send(parked.deny(), approve), 409, "approval-expired");
    assertThat(forged.path("resolution").has("late_answer")).isFalse();
  }

  @Test
  // S1-25
  void S1_25_an_assertion_for_one_approval_opens_no_other_of_the_same_conversation() {
    Parked first = host.park(asksToAct("one"), asksToAct("two"), Script.say("went on"));
    String body = approveBody(first);
    send(first.approve(), body).expect(200);
    http.await(
        "/approvals?status=pending&conversation_id=" + first.conversation(),
        list -> list.path("data").size() == 1);
    String second =
        http.get("/approvals?status=pending&conversation_id=" + first.conversation())
            .json()
            .at("/data/0/id")
            .asString();
    assertThat(second).isNotEqualTo(first.approval());

    problem(send("/approvals/" + second + "/approve", body), 403, "approval-signature-invalid");

    assertThat(text(host.approval(second), "status")).isEqualTo("pending");
  }

  @Test
  void a_retiring_key_decides_until_its_time_has_come() {
    Approver leaving = Approver.hmac(http, host.tenant(), "");
    Parked in = parked();
    Parked late = parked();
    http.post(
            host.path("/approver-keys/" + leaving.keyId() + "/retire"),
            json("{'not_after':'%s'}", java.time.Instant.ofEpochMilli(moving.now() + 60_000)))
        .expect(200);

    send(in.approve(), leaving.body(in.approval(), "approve", host.soon())).expect(200);
    moving.pass(java.time.Duration.ofSeconds(60));

    problem(
        send(late.approve(), leaving.body(late.approval(), "approve", host.soon())),
        403,
        "approval-signature-invalid");
    staysPending(late);
  }

  @Test
  void a_key_that_is_revoked_between_signing_and_sending_decides_nothing() {
    Approver gone = ed25519();
    Parked parked = parked();
    String body = gone.body(parked.approval(), "approve", host.soon()).toString();
    http.send("DELETE", host.path("/approver-keys/" + gone.keyId()), null, _ -> {}).expect(204);

    problem(send(parked.approve(), body), 403, "approval-signature-invalid");

    staysPending(parked);
  }
}
