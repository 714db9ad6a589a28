package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.JSON;
import static dev.holdpoint.acceptance.Acceptance.json;
import static dev.holdpoint.acceptance.Acceptance.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Authenticator;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What of passkeys ends by itself, to the millisecond. */
final class PasskeyTimesTest {
  private static final long CHALLENGE_MS = 120_000;
  private static final long INVITATION_MS = 86_400_000;

  private final AtomicLong clock = new AtomicLong(System.currentTimeMillis());
  private Http local = new Http("http://localhost:1", null);

  private TestDaemon start(Path data, Database database) {
    TestDaemon daemon =
        TestDaemon.start(
            data, database.settings(Map.of()), () -> Instant.ofEpochMilli(clock.get()));
    local =
        new Http(
            "http://localhost:" + daemon.http().address().getPort(),
            String.valueOf(daemon.http().token()));
    return daemon;
  }

  private Authenticator authenticator() {
    return new Authenticator(
        Authenticator.Kind.ES256, "http://localhost:" + local.address().getPort());
  }

  private String challenge() {
    return text(
        local.as(null).post("/v1/passkeys/challenges", null).expect(201).json(), "challenge");
  }

  private Http.Answer signIn(ObjectNode answer) {
    ObjectNode body = JSON.createObjectNode();
    body.set("passkey", answer);
    return local.as(null).post("/v1/web-sessions", body.toString());
  }

  // PF-59, PF-63
  @ParameterizedTest
  @EnumSource
  void PF_63_a_challenge_ends_after_two_minutes_and_a_passkey_with_its_token(
      Database database, @TempDir Path folder) {
    try (TestDaemon daemon = start(folder, database)) {
      JsonNode token =
          daemon
              .http()
              .post(
                  "/v1/tokens",
                  json(
                      "{'name':'olga','role':'operator','expires_at_ms':%d}",
                      clock.get() + 2 * CHALLENGE_MS))
              .expect(201)
              .json();
      Http olga = local.as(text(token, "token"));
      Authenticator by = authenticator();
      ObjectNode registration = by.registers(challenge());
      clock.addAndGet(CHALLENGE_MS);
      assertThat(olga.post("/v1/passkeys", registration.toString()).expect(400).code())
          .isEqualTo("passkey_refused");
      olga.post("/v1/passkeys", by.registers(challenge()).toString()).expect(201);

      ObjectNode inTime = by.signsIn(challenge());
      ObjectNode late = by.signsIn(challenge());
      clock.addAndGet(CHALLENGE_MS - 1);
      signIn(inTime).expect(201);
      clock.addAndGet(1);
      String words = text(signIn(late).expect(401).json(), "detail");

      // Her token has expired by now.
      assertThat(text(signIn(by.signsIn(challenge())).expect(401).json(), "detail"))
          .isEqualTo(words);
    }
  }

  // PF-66
  @ParameterizedTest
  @EnumSource
  void PF_66_an_invitation_ends_after_a_day_in_the_words_of_one_that_never_was(
      Database database, @TempDir Path folder) {
    try (TestDaemon daemon = start(folder, database)) {
      String tenant =
          text(
              daemon.http().post("/v1/tenants", json("{'name':'acme'}")).expect(201).json(),
              "tenant_id");
      String keys = "/v1/tenants/" + tenant + "/approver-keys";
      String invitations = keys + "/enrollments";
      String used = code(daemon.http().post(invitations, json("{'principal':'ada'}")));
      String late = code(daemon.http().post(invitations, json("{'principal':'bob'}")));
      clock.addAndGet(INVITATION_MS - 1);
      enrolls(used).expect(201);
      clock.addAndGet(1);
      String unknown = text(enrolls("nonsense").expect(404).json(), "detail");

      for (String code : new String[] {used, late}) {
        assertThat(text(enrolls(code).expect(404).json(), "detail")).isEqualTo(unknown);
        assertThat(
                local
                    .as(null)
                    .post("/v1/enrollments/find", json("{'enrollment_code':'%s'}", code))
                    .expect(404)
                    .code())
            .isEqualTo("enrollment_not_found");
      }
      assertThat(daemon.http().get(keys).expect(200).json()).hasSize(1);
    }
  }

  private static String code(Http.Answer invitation) {
    return text(invitation.expect(201).json(), "url").replaceAll(".*#", "");
  }

  private Http.Answer enrolls(String code) {
    return local
        .as(null)
        .post(
            "/v1/passkeys",
            authenticator().registers(challenge()).put("enrollment_code", code).toString());
  }
}
