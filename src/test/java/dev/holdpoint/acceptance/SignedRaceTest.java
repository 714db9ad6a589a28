package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Approver;
import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Several who decide at the same moment: one does, the others hear that it is over. */
@OnBothDatabases
class SignedRaceTest extends SignedAcceptance {
  private static final int CALLERS = 16;

  SignedRaceTest(Database database) {
    super(database);
  }

  @RepeatedTest(5)
  // S1-36
  void S1_36_of_sixteen_opposite_decisions_one_wins_and_the_run_goes_on_once() {
    Parked parked = host.park(asksForSecret(), Script.say("went on"));
    Approver ed = ed25519();
    AtomicInteger turn = new AtomicInteger();

    List<Http.Answer> answers =
        atOnce(
            CALLERS,
            () -> {
              int n = turn.getAndIncrement();
              Approver by = n % 4 < 2 ? host.approver() : ed;
              String decision = n % 2 == 0 ? "approve" : "deny";
              return send(
                  "/approvals/" + parked.approval() + "/" + decision,
                  n % 2 == 0
                      ? by.body(parked.approval(), decision, host.soon(), ALIAS, "value-" + n)
                      : by.body(parked.approval(), decision, host.soon()));
            });

    List<Http.Answer> winners = answers.stream().filter(a -> a.status() == 200).toList();
    assertThat(winners).hasSize(1);
    String outcome = text(winners.getFirst().json(), "status");
    for (Http.Answer late : answers.stream().filter(answer -> answer.status() != 200).toList()) {
      problem(late, 409, "approval-expired");
      JsonNode before = late.json().path("resolution");
      assertThat(text(before, "outcome"))
          .isEqualTo(outcome.equals("approved") ? "allowed" : "denied");
      assertThat(text(before, "at")).endsWith("Z");
      assertThat(text(late.json(), "detail"))
          .contains(text(before, "outcome") + " by " + text(before, "by") + " at ");
    }
    assertThat(host.status(parked)).isEqualTo(outcome);
    assertThat(text(host.ended(parked), "status"))
        .isEqualTo(outcome.equals("approved") ? "completed" : "failed");
    assertThat(count(parked, "approval_resolved")).isEqualTo(1);
    assertThat(host.aliases(parked.conversation()))
        .isEqualTo(outcome.equals("approved") ? List.of(ALIAS) : List.of());
  }

  @Test
  // S1-36: the effect, not only the record of it
  void S1_36_what_was_approved_by_sixteen_at_once_is_done_once() {
    List<Parked> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.add(host.park(Script.bash("echo ran >> ran; cat ran"), Script.SAY_LAST_RESULT));
    }

    for (Parked parked : all) {
      String body = approveBody(parked);
      List<Http.Answer> answers = atOnce(CALLERS, () -> send(parked.approve(), body));

      assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(1);
      assertThat(answers.stream().filter(answer -> answer.status() == 409)).hasSize(CALLERS - 1);
      assertThat(text(host.ended(parked), "content")).contains("ran").doesNotContain("ran\\nran");
    }
  }

  @Test
  // S1-64
  void S1_64_the_same_key_from_sixteen_at_once_decides_once_and_all_hear_the_same() {
    Parked parked = parkedForSecret();
    String body =
        host.approver()
            .body(parked.approval(), "approve", host.soon(), ALIAS, "one value")
            .toString();

    List<Http.Answer> answers =
        atOnce(CALLERS, () -> keyed(host.adapter(), parked.approve(), body, "the-key"));

    assertThat(answers).allMatch(answer -> answer.status() == 200 || answer.status() == 409);
    List<Http.Answer> done = answers.stream().filter(answer -> answer.status() == 200).toList();
    assertThat(done).isNotEmpty();
    assertThat(done.stream().map(Http.Answer::text).distinct()).hasSize(1);
    assertThat(done.stream().filter(answer -> answer.header("Idempotency-Replayed").isEmpty()))
        .as("one was the first")
        .hasSize(1);
    assertThat(count(parked, "approval_resolved")).isEqualTo(1);
    assertThat(text(host.ended(parked), "status")).isEqualTo("completed");
  }

  @Test
  // S1-14: two surfaces are no two chances
  void an_approval_that_waits_on_every_surface_is_settled_on_one() {
    Parked parked = parked();
    String native1 =
        json("{'resolutions':[{'request_id':'%s','behavior':'deny'}]}", parked.approval());
    AtomicInteger turn = new AtomicInteger();

    List<Http.Answer> answers =
        atOnce(
            CALLERS,
            () ->
                turn.getAndIncrement() % 2 == 0
                    ? host.approve(parked)
                    : http.post("/v1/runs/" + parked.run() + "/approvals", native1));

    assertThat(answers.stream().filter(answer -> answer.status() < 300)).hasSize(1);
    assertThat(count(parked, "approval_resolved")).isEqualTo(1);
    assertThat(host.status(parked)).isIn("approved", "denied");
  }

  @Test
  void two_tenants_do_not_wait_for_each_other() {
    Host other = Host.of(http, moving::now);
    Parked mine = parked();
    Parked theirs = other.park(asksToAct("x"), Script.say("went on"));

    host.approve(mine).expect(200);
    other.approve(theirs).expect(200);

    assertThat(text(host.ended(mine), "status")).isEqualTo("completed");
    assertThat(text(other.ended(theirs), "status")).isEqualTo("completed");
  }
}
