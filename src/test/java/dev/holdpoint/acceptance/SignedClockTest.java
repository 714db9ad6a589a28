package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Approver;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Ndjson;
import dev.holdpoint.client.proof.PublicKey;
import dev.holdpoint.client.proof.SecondOpinion;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What time does to assertions, approvals and keys, and what setting it back does not undo. */
@OnBothDatabases
class SignedClockTest extends SignedAcceptance {
  private static final Duration A_DAY = Duration.ofDays(1);

  SignedClockTest(Database database) {
    super(database);
  }

  private String until(Parked parked, long exp) {
    return host.approver().body(parked.approval(), "approve", exp).toString();
  }

  @ParameterizedTest
  @CsvSource({
    "-31536000, 403",
    "-1,        403",
    "0,         403",
    "1,         200",
    "60,        200",
    "300,       200",
    "301,       200",
    "31536000,  200"
  })
  // S1-20, S1-21, S1-27, Q11
  void S1_20_S1_21_S1_27_an_assertion_is_good_strictly_before_its_end(long ahead, int status) {
    Parked parked = parked();

    Http.Answer answer = send(parked.approve(), until(parked, moving.now() / 1000 + ahead));

    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    if (status == 403) {
      problem(answer, 403, "approval-signature-invalid");
      staysPending(parked);
    }
  }

  @Test
  // S1-20: to the millisecond, not to the second
  void S1_20_the_last_millisecond_still_counts_and_the_next_does_not() {
    Parked in = parked();
    Parked out = parked();
    long exp = moving.now() / 1000 + 10;

    moving.set(exp * 1000 - 1);
    send(in.approve(), until(in, exp)).expect(200);
    moving.set(exp * 1000);
    problem(send(out.approve(), until(out, exp)), 403, "approval-signature-invalid");

    staysPending(out);
  }

  @ParameterizedTest
  @CsvSource({"9223372036854775807", "4611686018427387904", "9223372036854775"})
  void an_end_that_is_too_far_to_count_in_milliseconds_does_not_wrap_round(long exp) {
    Parked parked = parked();

    Http.Answer answer = send(parked.approve(), until(parked, exp));

    // Far in the future is in the future: the seed recommends five minutes and forbids nothing.
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
  }

  @Test
  void an_end_that_not_all_programs_read_as_a_number_is_proven_by_both_verifiers(@TempDir Path dir)
      throws Exception {
    SecondOpinion.assumeThatItCanBeHad();
    Parked parked = parked();
    send(parked.approve(), ed25519().body(parked.approval(), "approve", Long.MAX_VALUE).toString())
        .expect(200);

    Path file = dir.resolve("export.ndjson");
    Files.writeString(file, http.get("/v1/audit/export").expect(200).text());
    JsonNode key = http.get("/v1/audit/keys").expect(200).json().get(0);
    String line = key.path("key_id").asString() + ":" + key.path("public_key").asString();

    assertThat(Files.readString(file)).contains("\"exp\":\"" + Long.MAX_VALUE + '"');
    try (InputStream in = Files.newInputStream(file)) {
      assertThat(Verifier.verify(in, TrustedKeys.in(PublicKey.parse(line))).findings()).isEmpty();
    }
    assertThat(SecondOpinion.on(file, line).whole()).isTrue();
  }

  @Test
  // S1-35, S1-86, S1-95, S1-138
  void S1_35_S1_86_S1_138_past_its_deadline_an_approval_is_over_and_its_message_failed() {
    Parked parked =
        host.park(
            asks(
                REASON,
                json("{'kind':'secret','description':'d','alias':'%s'}", ALIAS),
                ",\"expires_after_ms\":60000"),
            Script.say("went on"));
    String body =
        host.approver()
            .body(parked.approval(), "approve", host.soon() + 600, ALIAS, "too-late")
            .toString();
    assertThat(text(host.approval(parked.approval()), "expires_at"))
        .isEqualTo(rfc3339(moving.now() + 60_000));

    moving.pass(Duration.ofSeconds(60));

    problem(send(parked.approve(), body), 409, "approval-expired");
    problem(send(parked.deny(), denyBody(parked)), 409, "approval-expired");
    JsonNode approval = host.approval(parked.approval());
    assertThat(text(approval, "status")).isEqualTo("expired");
    assertThat(text(host.ended(parked), "status")).isEqualTo("failed");
    assertThat(host.aliases(parked.conversation())).isEmpty();
  }

  private static String rfc3339(long ms) {
    return java.time.Instant.ofEpochMilli(ms).toString();
  }

  @Test
  void one_millisecond_before_its_deadline_it_is_not_over() {
    Parked parked =
        host.park(
            asks(
                REASON, json("{'kind':'action','description':'d'}"), ",\"expires_after_ms\":60000"),
            Script.say("went on"));

    moving.pass(Duration.ofMillis(59_999));

    host.approve(parked).expect(200);
    assertThat(text(host.ended(parked), "status")).isEqualTo("completed");
  }

  @Test
  // The policy's default for what names no deadline of its own.
  void without_a_deadline_of_its_own_an_approval_waits_as_long_as_the_policy_says() {
    Parked day = parked();
    host.policy("\"expires_after_ms\":5000");
    Parked short5 = parked();

    assertThat(text(host.approval(day.approval()), "expires_at"))
        .isEqualTo(rfc3339(moving.now() + A_DAY.toMillis()));
    assertThat(text(host.approval(short5.approval()), "expires_at"))
        .isEqualTo(rfc3339(moving.now() + 5_000));
    moving.pass(Duration.ofSeconds(5));
    problem(host.approve(short5), 409, "approval-expired");
    host.approve(day).expect(200);
  }

  @Test
  // S1-86
  void S1_86_the_stream_of_a_message_whose_approval_expires_ends_with_one_error() {
    String conversation = host.conversation();
    try (Ndjson stream =
        Ndjson.post(
            host.adapter(),
            "/conversations/" + conversation + "/messages",
            dev.holdpoint.blackbox.Host.content(
                    asks(
                        REASON,
                        json("{'kind':'action','description':'d'}"),
                        ",\"expires_after_ms\":1000"))
                .toString())) {
      stream.next("approval_required");
      moving.pass(Duration.ofSeconds(1));

      List<JsonNode> rest = stream.rest();

      assertThat(rest.stream().map(line -> text(line, "type"))).containsExactly("error");
      assertThat(rest.getFirst().at("/data/problem/type").asString())
          .endsWith("/problems/approval-expired");
    }
  }

  @Test
  void a_clock_set_back_revives_nothing() {
    Parked expired =
        host.park(
            asks(
                REASON, json("{'kind':'action','description':'d'}"), ",\"expires_after_ms\":60000"),
            Script.say("went on"));
    Parked other = parked();
    Approver ended =
        Approver.hmac(
            http, host.tenant(), json(",'not_after':'%s'", rfc3339(moving.now() + 60_000)));
    long noon = moving.now();
    String stale = until(other, noon / 1000 + 30);
    String byEnded = ended.body(other.approval(), "approve", noon / 1000 + 900).toString();
    String late = until(expired, noon / 1000 + 900);

    moving.pass(Duration.ofSeconds(61));
    problem(send(expired.approve(), late), 409, "approval-expired");
    problem(send(other.approve(), stale), 403, "approval-signature-invalid");
    problem(send(other.approve(), byEnded), 403, "approval-signature-invalid");
    moving.set(noon);
    try {
      problem(send(expired.approve(), late), 409, "approval-expired");
      problem(send(other.approve(), stale), 403, "approval-signature-invalid");
      problem(send(other.approve(), byEnded), 403, "approval-signature-invalid");
      assertThat(text(host.approval(expired.approval()), "status")).isEqualTo("expired");
      assertThat(text(host.ended(expired), "status")).isEqualTo("failed");
      staysPending(other);
    } finally {
      moving.set(noon + 61_000);
    }
    host.approve(other).expect(200);
  }

  @Test
  void a_revoked_service_key_stays_revoked_when_the_clock_is_set_back() {
    long noon = moving.now();
    String key = dev.holdpoint.blackbox.Host.serviceKey(http, host.tenant(), "");
    JsonNode self = http.as(key).get("/integration/self").expect(200).json();
    moving.pass(Duration.ofSeconds(5));
    http.send("DELETE", host.path("/service-keys/" + text(self, "key_id")), null, _ -> {})
        .expect(204);
    moving.set(noon);
    try {
      http.as(key).get("/integration/self").expect(401);
    } finally {
      moving.set(noon + 5_000);
    }
  }
}
