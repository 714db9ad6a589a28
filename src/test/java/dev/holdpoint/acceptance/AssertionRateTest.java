package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Approver;
import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Whoever tries signatures is slowed down; nobody who has a genuine one is. */
@OnBothDatabases
class AssertionRateTest extends SignedAcceptance {
  private static final int A_MINUTE = 5;
  private static final Map<Database, Moving> LIMITED = new EnumMap<>(Database.class);

  AssertionRateTest(Database database) {
    super(limited(database));
  }

  private static Moving limited(Database database) {
    synchronized (LIMITED) {
      return LIMITED.computeIfAbsent(
          database,
          each ->
              Moving.start(
                  each,
                  Map.of(
                      "HOLDPOINT_LIMITS_FAILED_ASSERTIONS_PER_MINUTE",
                      Integer.toString(A_MINUTE),
                      "HOLDPOINT_LIMITS_LONGEST_ASSERTION_MS",
                      "300000")));
    }
  }

  private Http.Answer guess(Http by, Parked parked) {
    return by.post(parked.approve(), denyBody(parked));
  }

  /** Tries until it is told to wait. */
  private Http.Answer spend(Http by, Parked parked) {
    for (int i = 0; i < A_MINUTE; i++) {
      problem(guess(by, parked), 403, "approval-signature-invalid");
    }
    Http.Answer answer = guess(by, parked);
    problem(answer, 429, "rate-limited");
    return answer;
  }

  @Test
  void D16_where_signatures_do_not_live_long_nothing_is_warned_of() {
    host.policy("\"signature_required\":true");

    assertThat(http.get("/v1/status").expect(200).json().at("/health/warnings").toString())
        .doesNotContain("assertions_live_long");
  }

  @Test
  void who_guesses_too_often_is_told_to_wait_and_for_how_long() {
    Parked parked = parked();

    Http.Answer answer = spend(host.adapter(), parked);

    int seconds = Integer.parseInt(answer.header("Retry-After"));
    assertThat(seconds).isBetween(1, 60);
    staysPending(parked);
    moving.pass(Duration.ofSeconds(seconds));
    problem(guess(host.adapter(), parked), 403, "approval-signature-invalid");
  }

  @Test
  void a_genuine_assertion_is_never_refused_for_the_guesses_of_others() {
    Parked parked = parked();
    Parked another = parked();
    Approver ed = ed25519();

    spend(host.adapter(), parked);

    // The same adapter carries what the approver has signed, and another approver's as well.
    host.approve(parked).expect(200);
    host.adapter()
        .post(another.deny(), ed.body(another.approval(), "deny", host.soon()).toString())
        .expect(200);
  }

  @Test
  // S1-21, Q11
  void S1_21_where_a_longest_time_is_set_an_assertion_may_not_reach_beyond_it() {
    long now = moving.now() / 1000;
    for (long ahead : new long[] {301, 86_400, Long.MAX_VALUE - now}) {
      Parked parked = parked();
      problem(
          send(parked.approve(), ed25519().body(parked.approval(), "approve", now + ahead)),
          403,
          "approval-signature-invalid");
      staysPending(parked);
    }
    Parked parked = parked();
    send(parked.approve(), host.approver().body(parked.approval(), "approve", now + 300))
        .expect(200);
  }

  @Test
  void another_principal_has_guesses_of_its_own() {
    Parked parked = parked();
    Http other = http.as(Host.serviceKey(http, host.tenant(), ""));

    spend(host.adapter(), parked);

    problem(guess(other, parked), 403, "approval-signature-invalid");
  }

  @Test
  void what_was_tried_leaves_a_trace_without_the_value() {
    Parked parked = parked();
    String value =
        parked.approval().isEmpty()
            ? ""
            : JSON.readTree(denyBody(parked)).at("/signature/value").asString();

    guess(host.adapter(), parked);

    JsonNode refused =
        http.await(
            host.path("/refused-assertions"),
            list -> (list.isArray() ? list : list.path("items")).size() == 1);
    assertThat(refused.toString())
        .contains(parked.approval(), host.approver().keyId())
        .doesNotContain(value);
  }

  @Test
  void being_told_to_wait_is_not_kept_for_a_key() {
    Parked parked = parked();
    spend(host.adapter(), parked);
    String body = denyBody(parked);
    problem(keyed(host.adapter(), parked.approve(), body, "k"), 429, "rate-limited");
    moving.pass(Duration.ofMinutes(1));

    Http.Answer later = keyed(host.adapter(), parked.approve(), body, "k");

    assertThat(later.header("Idempotency-Replayed")).isEmpty();
    problem(later, 403, "approval-signature-invalid");
  }
}
