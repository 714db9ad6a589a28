package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Approver;
import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Where several have to agree, several do: different ones, and not the one who asks. */
@OnBothDatabases
class QuorumTest extends SignedAcceptance {
  private final Approver ada = named("ada");
  private final Approver bob = named("bob");
  private final Approver cem = named("cem");

  QuorumTest(Database database) {
    super(database);
    host.policy("\"signature_required\":true,\"approvals_required\":2");
  }

  private Approver named(String principal) {
    return Approver.ed25519(http, host.tenant(), json(",'principal':'%s'", principal));
  }

  private Http.Answer approve(Approver by, Parked parked) {
    return send(parked.approve(), by.body(parked.approval(), "approve", host.soon()));
  }

  private Http.Answer deny(Approver by, Parked parked) {
    return send(parked.deny(), by.body(parked.approval(), "deny", host.soon()));
  }

  private static List<String> voices(JsonNode approval) {
    return approval
        .path("approvals")
        .valueStream()
        .map(voice -> text(voice, "resolved_by"))
        .toList();
  }

  @Test
  void two_of_three_decide_and_the_first_is_shown_until_then() {
    Parked parked = parked();

    JsonNode one = approve(ada, parked).expect(200).json();
    assertThat(text(one, "status")).isEqualTo("pending");
    assertThat(one.path("resolved_by").isNull()).isTrue();
    assertThat(voices(one)).containsExactly(ada.identity());
    assertThat(members(one.at("/approvals/0"))).containsExactlyInAnyOrder("resolved_by", "at");
    assertThat(host.approval(parked.approval())).isEqualTo(one);
    assertThat(text(host.message(parked), "status")).isEqualTo("parked");

    moving.pass(Duration.ofSeconds(5));
    JsonNode two = approve(cem, parked).expect(200).json();

    assertThat(text(two, "status")).isEqualTo("approved");
    assertThat(text(two, "resolved_by")).isEqualTo(cem.identity());
    assertThat(text(host.ended(parked), "status")).isEqualTo("completed");
    problem(approve(bob, parked), 409, "approval-expired");
    assertThat(count(parked, "approval_resolved")).isEqualTo(1);
  }

  @Test
  void one_principal_counts_once_whatever_its_keys() {
    Approver adasOther = Approver.hmac(http, host.tenant(), json(",'principal':'ada'"));
    Parked parked = parked();

    approve(ada, parked).expect(200);
    for (int i = 0; i < 3; i++) {
      JsonNode again = approve(ada, parked).expect(200).json();
      assertThat(voices(again)).hasSize(1);
      JsonNode other = approve(adasOther, parked).expect(200).json();
      assertThat(text(other, "status")).isEqualTo("pending");
      assertThat(voices(other)).hasSize(1);
    }
    assertThat(text(host.message(parked), "status")).isEqualTo("parked");

    assertThat(text(approve(bob, parked).expect(200).json(), "status")).isEqualTo("approved");
  }

  @Test
  void of_one_principal_sixteen_at_once_are_one() {
    Parked parked = parked();

    List<Http.Answer> answers = atOnce(16, () -> approve(ada, parked));

    assertThat(answers).allMatch(answer -> answer.status() == 200);
    JsonNode approval = host.approval(parked.approval());
    assertThat(text(approval, "status")).isEqualTo("pending");
    assertThat(voices(approval)).hasSize(1);
  }

  @Test
  void of_three_at_once_two_are_counted_and_the_run_goes_on_once() {
    List<Approver> three = List.of(ada, bob, cem);
    Parked parked = parked();
    AtomicInteger turn = new AtomicInteger();

    List<Http.Answer> answers =
        atOnce(12, () -> approve(three.get(turn.getAndIncrement() % 3), parked));

    assertThat(answers).allMatch(answer -> answer.status() == 200 || answer.status() == 409);
    assertThat(host.status(parked)).isEqualTo("approved");
    assertThat(text(host.ended(parked), "status")).isEqualTo("completed");
    assertThat(count(parked, "approval_resolved")).isEqualTo(1);
  }

  @Test
  void one_denial_ends_it_whoever_agreed_before() {
    Parked parked = parked();
    approve(ada, parked).expect(200);

    JsonNode denied = deny(bob, parked).expect(200).json();

    assertThat(text(denied, "status")).isEqualTo("denied");
    assertThat(text(denied, "resolved_by")).isEqualTo(bob.identity());
    problem(approve(cem, parked), 409, "approval-expired");
    assertThat(text(host.ended(parked), "status")).isEqualTo("failed");
    // Whoever agreed may change his mind as long as it waits.
    Parked other = parked();
    approve(ada, other).expect(200);
    assertThat(text(deny(ada, other).expect(200).json(), "status")).isEqualTo("denied");
  }

  @Test
  void a_secret_that_came_with_the_first_is_there_only_with_the_last() {
    Parked parked =
        host.park(
            asksForSecret(),
            Script.bash("printf %s {{secret:CRM_API_KEY}} | wc -c"),
            Script.SAY_LAST_RESULT);

    send(
            parked.approve(),
            ada.body(parked.approval(), "approve", host.soon(), ALIAS, "eleven-long"))
        .expect(200);
    assertThat(host.aliases(parked.conversation())).isEmpty();
    assertThat(http.get(parked.secrets()).json().path("data")).isEmpty();
    approve(bob, parked).expect(200);

    assertThat(host.aliases(parked.conversation())).containsExactly(ALIAS);
  }

  @Test
  void a_secret_that_came_with_the_first_is_gone_with_a_denial_a_deadline_or_an_end() {
    Parked denied = parkedForSecret();
    Parked archived = parkedForSecret();
    Parked expired = parkedForSecret();
    for (Parked parked : List.of(denied, archived, expired)) {
      send(
              parked.approve(),
              ada.body(parked.approval(), "approve", host.soon(), ALIAS, "never-there"))
          .expect(200);
    }
    deny(bob, denied).expect(200);
    host.adapter()
        .send("DELETE", "/conversations/" + archived.conversation(), null, _ -> {})
        .expect(204);
    moving.pass(Duration.ofDays(1));
    problem(approve(bob, expired), 409, "approval-expired");

    for (Parked parked : List.of(denied, archived, expired)) {
      assertThat(http.get(parked.secrets()).expect(200).json().path("data")).isEmpty();
    }
  }

  @Test
  void a_vote_is_no_vote_when_its_assertion_does_not_hold() {
    Parked parked = parked();
    approve(ada, parked).expect(200);

    problem(
        send(parked.approve(), bob.body(parked.approval(), "deny", host.soon())),
        403,
        "approval-signature-invalid");
    problem(
        send(
            parked.approve(),
            Host.of(http, moving::now).approver().body(parked.approval(), "approve", host.soon())),
        403,
        "approval-signature-invalid");

    assertThat(voices(host.approval(parked.approval()))).containsExactly(ada.identity());
  }

  @Test
  void whoever_asked_does_not_approve_and_may_deny() {
    // The requester is the principal that submitted the message: here a user of the platform.
    Http eve =
        http.as(
            Moving.PLATFORM.token(
                "eve",
                host.tenant(),
                "conversations:read conversations:write",
                moving.now() / 1000 + 600));
    Approver evesKey = named("user:eve");
    Parked parked = host.parkIn(eve, host.conversation(eve, ""), asksToAct("x"), Script.say("y"));

    problem(approve(evesKey, parked), 403, "approval-signature-invalid");
    assertThat(voices(host.approval(parked.approval()))).isEmpty();
    approve(ada, parked).expect(200);
    problem(approve(evesKey, parked), 403, "approval-signature-invalid");
    assertThat(text(deny(evesKey, parked).expect(200).json(), "status")).isEqualTo("denied");
  }

  @Test
  void whoever_asked_approves_where_the_policy_lets_him() {
    host.policy("\"approvals_required\":1,\"requester_may_approve\":true");
    Http eve =
        http.as(
            Moving.PLATFORM.token(
                "eve",
                host.tenant(),
                "conversations:read conversations:write",
                moving.now() / 1000 + 600));
    Parked parked = host.parkIn(eve, host.conversation(eve, ""), asksToAct("x"), Script.say("y"));

    approve(named("user:eve"), parked).expect(200);

    assertThat(text(host.ended(parked), "status")).isEqualTo("completed");
  }

  @Test
  void no_other_door_counts_as_one_of_them() {
    Parked parked = parked();
    approve(ada, parked).expect(200);
    Http operator = http.withRole("operator", "operator-" + System.nanoTime());
    String allow = allow(parked.approval());

    for (Http by : List.of(http, operator)) {
      refused(
          by.post("/v1/runs/" + parked.run() + "/approvals", allow),
          403,
          "approvals",
          "approval_signature_required");
    }

    assertThat(voices(host.approval(parked.approval()))).containsExactly(ada.identity());
  }

  @Test
  void a_signed_voice_through_the_native_door_is_one_of_them() {
    Parked parked = parked();
    approve(ada, parked).expect(200);
    String signed =
        "{\"resolutions\":[{\"request_id\":\"%s\",\"behavior\":\"allow\",\"signature\":%s}]}"
            .formatted(parked.approval(), bob.assertion(parked.approval(), "approve", host.soon()));

    http.post("/v1/runs/" + parked.run() + "/approvals", signed).expect(202);

    assertThat(host.status(parked)).isEqualTo("approved");
    assertThat(text(host.approval(parked.approval()), "resolved_by")).isEqualTo(bob.identity());
  }
}
