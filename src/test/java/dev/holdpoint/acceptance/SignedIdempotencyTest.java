package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Whoever lost an answer asks again with the same key and gets that very answer. */
@OnBothDatabases
class SignedIdempotencyTest extends SignedAcceptance {
  private static final String REPLAYED = "Idempotency-Replayed";

  SignedIdempotencyTest(Database database) {
    super(database);
  }

  private Http.Answer first(Parked parked, String key) {
    return keyed(host.adapter(), parked.approve(), approveBody(parked), key);
  }

  private static void isReplayOf(Http.Answer replay, Http.Answer first) {
    assertThat(replay.status()).isEqualTo(first.status());
    assertThat(replay.text()).isEqualTo(first.text());
    assertThat(replay.header("Content-Type")).isEqualTo(first.header("Content-Type"));
    assertThat(replay.header(REPLAYED)).isEqualTo("true");
  }

  @Test
  // S1-50, S1-58, S1-59, S1-60, S1-61
  void S1_50_S1_58_S1_59_S1_60_S1_61_a_replay_is_the_first_answer_byte_for_byte() {
    Parked parked = parked();
    String body = approveBody(parked);

    Http.Answer first = keyed(host.adapter(), parked.approve(), body, "once").expect(200);
    Http.Answer again = keyed(host.adapter(), parked.approve(), body, "once");

    assertThat(first.header(REPLAYED)).isEmpty();
    isReplayOf(again, first);
    // Without a key it is simply too late.
    problem(send(parked.approve(), body), 409, "approval-expired");
    host.ended(parked);
    assertThat(count(parked, "approval_resolved")).isEqualTo(1);
  }

  @Test
  // S1-51, S1-52, S1-53
  void S1_51_S1_52_S1_53_any_text_of_up_to_255_characters_is_a_key() {
    for (String key :
        List.of("k".repeat(255), "1", "a b c", "not-a-uuid", "ÿ", "{\"a\":1}", "..", "x=y;z")) {
      Parked parked = parked();
      Http.Answer first = first(parked, key).expect(200);
      isReplayOf(first(parked, key), first);
    }
  }

  @Test
  // S1-52
  void S1_52_a_key_of_256_characters_is_refused_and_decides_nothing() {
    Parked parked = parked();

    problem(first(parked, "k".repeat(256)), 422, "validation-error");
    problem(first(parked, ""), 422, "validation-error");

    staysPending(parked);
  }

  @Test
  // S1-54, S1-55
  void S1_54_S1_55_an_answer_is_kept_for_a_day() {
    Parked parked = parked();
    String body = host.approver().body(parked.approval(), "approve", host.soon()).toString();
    Http.Answer first = keyed(host.adapter(), parked.approve(), body, "daily").expect(200);

    moving.pass(Duration.ofHours(23).plusMinutes(59));
    // Long after the assertion itself has ended: what was decided was decided then.
    isReplayOf(keyed(host.adapter(), parked.approve(), body, "daily"), first);
    moving.pass(Duration.ofMinutes(1));

    Http.Answer anew = keyed(host.adapter(), parked.approve(), body, "daily");
    problem(anew, 409, "approval-expired");
    assertThat(anew.header(REPLAYED)).isEmpty();
    Parked other = parked();
    keyed(host.adapter(), other.approve(), approveBody(other), "daily-2").expect(200);
  }

  @Test
  // S1-55
  void S1_55_after_a_day_the_key_may_stand_for_something_else() {
    Parked parked = parked();
    first(parked, "reused").expect(200);
    moving.pass(Duration.ofHours(24));
    Parked other = parked();

    Http.Answer answer = first(other, "reused");

    assertThat(answer.expect(200).header(REPLAYED)).isEmpty();
  }

  @Test
  // Replay comes before the checks of time and state.
  void a_replay_is_answered_after_the_assertion_the_approval_and_the_key_have_ended() {
    Parked parked = parked();
    String body = approveBody(parked);
    Http.Answer first = keyed(host.adapter(), parked.approve(), body, "later").expect(200);
    http.send("DELETE", host.path("/approver-keys/" + host.approver().keyId()), null, _ -> {})
        .expect(204);

    moving.pass(Duration.ofHours(20));

    isReplayOf(keyed(host.adapter(), parked.approve(), body, "later"), first);
  }

  @Test
  // S1-56
  void S1_56_another_principal_has_keys_of_its_own() {
    Http other = http.as(Host.serviceKey(http, host.tenant(), ""));
    Parked mine = parked();
    Parked theirs = parked();

    first(mine, "shared").expect(200);
    Http.Answer answer = keyed(other, theirs.approve(), approveBody(theirs), "shared");

    assertThat(answer.expect(200).header(REPLAYED)).isEmpty();
    // Nor does it hear what the first was told.
    problem(keyed(other, mine.approve(), approveBody(mine), "fresh"), 409, "approval-expired");
  }

  @Test
  // S1-57
  void S1_57_another_operation_has_keys_of_its_own() {
    Parked approved = parked();
    Parked denied = parked();

    first(approved, "same").expect(200);
    Http.Answer deny = keyed(host.adapter(), denied.deny(), denyBody(denied), "same").expect(200);
    Http.Answer conversation =
        keyed(host.adapter(), "/conversations", json("{'tenant_id':'%s'}", host.tenant()), "same")
            .expect(201);

    assertThat(deny.header(REPLAYED)).isEmpty();
    assertThat(conversation.header(REPLAYED)).isEmpty();
  }

  @Test
  // S1-62, S1-139, Q38
  void S1_62_S1_139_the_same_key_with_something_else_is_a_conflict_and_changes_nothing() {
    Parked first = parkedForSecret();
    Parked second = parkedForSecret();
    ObjectNode body =
        host.approver().body(first.approval(), "approve", host.soon(), ALIAS, "one value");
    keyed(host.adapter(), first.approve(), body, "k").expect(200);

    // Another approval, another secret, another note: each is another request.
    var problem =
        problem(
            keyed(host.adapter(), second.approve(), approveBody(second), "k"),
            409,
            "idempotency-key-conflict");
    assertThat(text(problem, "code")).isEqualTo("idempotency_conflict");
    ObjectNode otherValue =
        host.approver().body(first.approval(), "approve", host.soon(), ALIAS, "other value");
    problem(
        keyed(host.adapter(), first.approve(), otherValue, "k"), 409, "idempotency-key-conflict");
    problem(
        keyed(host.adapter(), first.approve(), body.deepCopy().put("note", "x"), "k"),
        409,
        "idempotency-key-conflict");
    // The same body under another path id, with the first's own assertion in it.
    problem(keyed(host.adapter(), second.approve(), body, "k"), 409, "idempotency-key-conflict");

    staysPending(second);
  }

  @Test
  // S1-59: the order of members is no other payload
  void the_same_body_in_another_order_is_the_same_request() {
    Parked parked = parked();
    ObjectNode body = host.approver().body(parked.approval(), "approve", host.soon());
    body.put("note", "n");
    ObjectNode turned = JSON.createObjectNode().put("note", "n");
    turned.set("signature", body.path("signature"));
    Http.Answer first = keyed(host.adapter(), parked.approve(), body, "order").expect(200);

    isReplayOf(keyed(host.adapter(), parked.approve(), turned, "order"), first);
  }

  @Test
  // S1-65, Q14
  void S1_65_refusals_that_were_decided_are_kept_and_others_are_not() {
    Parked parked = parked();
    Approvals403 no = new Approvals403(parked);

    // 403 is kept: the same request hears the same, though the approval waits on.
    Http.Answer refused = keyed(host.adapter(), parked.approve(), no.body, "no");
    problem(refused, 403, "approval-signature-invalid");
    isReplayOf(keyed(host.adapter(), parked.approve(), no.body, "no"), refused);
    staysPending(parked);

    // 422 is not: the caller mends the body and uses the key.
    problem(keyed(host.adapter(), parked.approve(), "{}", "mend"), 422, "validation-error");
    // 401 is not.
    assertThat(keyed(http.as("sk_int_nobody"), parked.approve(), "{}", "mend").status())
        .isEqualTo(401);
    // 400 is not.
    assertThat(keyed(host.adapter(), parked.approve(), "{\"a\":1,\"a\":2}", "mend").status())
        .isEqualTo(400);
    // 404 is not.
    problem(
        keyed(host.adapter(), "/approvals/apr_0/approve", approveBody(parked), "mend"),
        404,
        "not-found");
    Http.Answer mended = first(parked, "mend").expect(200);
    assertThat(mended.header(REPLAYED)).isEmpty();

    // 409 is kept.
    Http.Answer late = first(parked, "late");
    problem(late, 409, "approval-expired");
    isReplayOf(first(parked, "late"), late);
  }

  /** A body whose signature is not genuine. */
  private final class Approvals403 {
    final String body;

    Approvals403(Parked parked) {
      this.body =
          host.approver()
              .body(parked.approval(), "deny", host.soon())
              .put("note", "for the other door")
              .toString();
    }
  }

  @Test
  // Secrets are put, which is the same however often it is done.
  void a_message_takes_a_key_too_and_is_said_once() {
    String conversation = host.conversation();
    String path = "/conversations/" + conversation + "/messages";
    String body = Host.content(Script.say("hello")).toString();

    Http.Answer first = keyed(host.adapter(), path + "?stream=false", body, "k").expect(201);
    Http.Answer again = keyed(host.adapter(), path + "?stream=false", body, "k");

    isReplayOf(again, first);
    assertThat(host.adapter().get(path).expect(200).json().path("data").size())
        .as("one message and its answer")
        .isEqualTo(2);
  }
}
