package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Http;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Numbers about decisions, of a daemon that runs. */
@OnBothDatabases
class StatsTest extends Acceptance {
  StatsTest(Database database) {
    super(database);
  }

  private JsonNode raise(String session, String tool, String more) {
    return http.post(
            "/v1/sessions/" + session + "/approval-requests",
            json("{'tool_name':'" + tool + "','input':{},'reason':'r'" + more + "}"))
        .expect(201)
        .json();
  }

  private void decide(JsonNode raised, String behavior) {
    String id = text(raised.path("request"), "id");
    http.post("/v1/runs/" + id(raised) + "/approvals", resolutions(one(id, behavior, "")))
        .expect(202);
  }

  private JsonNode stats(String query) {
    return http.get("/v1/stats/decisions?" + query).expect(200).json();
  }

  private JsonNode counted(String query, int decided) {
    return await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> stats(query), answer -> answer.path("totals").path("decided").asInt() == decided);
  }

  // DX-78
  @Test
  void decisions_of_people_and_deadlines_are_counted_within_seconds() {
    String session = session();
    decide(raise(session, "deploy", ""), "allow");
    decide(raise(session, "deploy", ""), "deny");
    raise(session, "wipe", ",'expires_after_ms':1");
    http.post("/v1/runs/" + id(raise(session, "wipe", "")) + "/cancel", "").expect(200);

    JsonNode answer = counted("by=tool&session_id=" + session, 4);

    JsonNode totals = answer.path("totals");
    assertThat(totals.path("allowed").asInt()).isEqualTo(1);
    assertThat(totals.path("denied").asInt()).isEqualTo(1);
    assertThat(totals.path("expired").asInt()).isEqualTo(1);
    assertThat(totals.path("cancelled").asInt()).isEqualTo(1);
    assertThat(totals.path("by_person").asInt()).isEqualTo(2);
    assertThat(totals.path("by_deadline").asInt()).isEqualTo(1);
    assertThat(totals.path("rule_share").asDouble()).isCloseTo(0, within(1e-9));
    assertThat(totals.path("decision_ms").path("count").asInt()).isEqualTo(4);
    assertThat(totals.path("seen_ms").path("count").asInt()).isEqualTo(2);
    assertThat(answer.path("groups"))
        .extracting(group -> text(group, "key") + " " + group.path("decided").asInt())
        .containsExactlyInAnyOrder("deploy 2", "wipe 2");
    assertThat(answer.path("days")).hasSizeBetween(1, 2);
    assertThat(answer.path("truncated").asBoolean()).isFalse();
    long askedAtMs = answer.path("to_ms").asLong();
    assertThat(askedAtMs - answer.path("as_of_ms").asLong()).as("how far behind").isLessThan(5_000);

    assertThat(stats("kind=question&session_id=" + session).path("totals").path("decided").asInt())
        .isZero();
    assertThat(stats("tool=wipe&session_id=" + session).path("totals").path("decided").asInt())
        .isEqualTo(2);
    assertThat(stats("tenant_id=tnt_other").path("totals").path("decided").asInt()).isZero();
    assertThat(stats("session_id=unknown").path("totals").path("decided").asInt()).isZero();
    for (String by : new String[] {"session", "group", "person", "policy", "outcome"}) {
      int sum = 0;
      for (JsonNode group : stats("by=" + by + "&session_id=" + session).path("groups")) {
        sum += group.path("decided").asInt();
      }
      assertThat(sum).as(by).isEqualTo(4);
    }

    http.post("/v1/sessions/" + session + "/end", "").expect(200);
    http.send("DELETE", "/v1/sessions/" + session, null, _ -> {}).expect(204);
    assertThat(stats("by=session").toString()).as("its name is gone").doesNotContain(session);
    assertThat(stats("tool=wipe").path("totals").path("decided").asInt()).isGreaterThanOrEqualTo(2);
  }

  // DX-78
  @ParameterizedTest
  @CsvSource({
    "from_ms=5&to_ms=5",
    "from_ms=9&to_ms=5",
    "from_ms=0&to_ms=34560000001",
    "from_ms=-1",
    "from_ms=x",
    "from_ms=99999999999999",
    "by=colour",
    "kind=wish",
    "time_zone=Europe/Nowhere",
    "time_zone=%2B02:00",
    "time_zone=Z"
  })
  void what_makes_no_sense_is_refused(String query) {
    Http.Answer answer = http.get("/v1/stats/decisions?" + query).expect(400);
    assertThat(text(answer.json(), "code")).isEqualTo("invalid_request");
  }

  @Test
  void the_longest_period_is_400_days_and_days_are_of_a_zone() {
    JsonNode answer = stats("from_ms=0&to_ms=34560000000&time_zone=Asia/Tokyo");
    assertThat(answer.path("totals").path("decided").asInt()).isZero();
    assertThat(answer.path("days")).isEmpty();
  }
}
