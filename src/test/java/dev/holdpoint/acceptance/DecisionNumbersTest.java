package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.holdpoint.blackbox.Http;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Numbers about decisions, over scripts whose every moment is set. */
@OnBothDatabases
class DecisionNumbersTest extends Acceptance {
  private static final String NONE = "none";

  private final Moving moving;
  private final String mark = UUID.randomUUID().toString().substring(0, 8);
  private final Http ana;
  private final Http bob;

  DecisionNumbersTest(Database database) {
    Moving moving = Moving.on(database);
    super(moving.http());
    this.moving = moving;
    ana = http.withRole("operator", "ana " + mark);
    bob = http.withRole("operator", "bob " + mark);
  }

  private String open(String name) {
    String session = name + "-" + mark;
    http.post("/v1/sessions", json("{'session_id':'%s'}", session)).expect(201);
    return session;
  }

  private JsonNode raise(String session, String tool, String more) {
    return http.post(
            "/v1/sessions/" + session + "/approval-requests",
            json("{'tool_name':'%s','input':{},'reason':'r'%s}", tool, json(more)))
        .expect(201)
        .json();
  }

  private static String gate(JsonNode raised) {
    return text(raised.path("request"), "id");
  }

  private static void decide(Http by, JsonNode raised, String behavior, String more) {
    by.post(
            "/v1/runs/" + id(raised) + "/approvals",
            resolutions(one(gate(raised), behavior, json(more))))
        .expect(202);
  }

  private static void look(Http by, JsonNode raised) {
    by.post("/v1/gates/" + gate(raised) + "/triage", json("{'action':'seen'}")).expect(200);
  }

  private void settled(JsonNode raised) {
    JsonNode row = http.get("/v1/approvals/" + gate(raised) + "?wait_ms=30000").expect(200).json();
    assertThat(text(row, "status")).isNotEqualTo("pending");
  }

  private void pass(long ms) {
    moving.pass(Duration.ofMillis(ms));
  }

  private JsonNode counted(String query, int decided) {
    // A period ends before its end.
    pass(1);
    return http.await(
        "/v1/stats/decisions?" + query, now -> now.at("/totals/decided").asInt() == decided);
  }

  private static Map<String, Integer> groups(JsonNode answer) {
    Map<String, Integer> groups = new HashMap<>();
    answer
        .path("groups")
        .forEach(one -> groups.put(one.path("key").asString(NONE), one.path("decided").asInt()));
    return groups;
  }

  private static List<Long> percentiles(JsonNode times) {
    return List.of(
        times.path("p50").asLong(), times.path("p90").asLong(), times.path("p99").asLong());
  }

  @Test
  // DX-78
  void DX_78_a_fixed_script_gives_the_counts_by_hand_in_each_grouping() {
    String tool = "ship-" + mark;
    String one = open("one");
    String two = open("two");
    String policy =
        text(
            http.post(
                    "/v1/approval-policies",
                    json(
                        "{'name':'p-%s','match':{'sessions':['%s']},"
                            + "'needs':'1 of person:\\\"ana %s\\\"'}",
                        mark, two, mark))
                .expect(201)
                .json(),
            "policy_id");
    // Ten decisions of 1 to 10 minutes, each looked at after half of its time.
    for (int minute = 1; minute <= 10; minute++) {
      boolean ruled = minute > 7;
      JsonNode raised = raise(ruled ? two : one, minute % 2 == 0 ? tool : "drop-" + mark, "");
      Http by = ruled || minute < 4 ? ana : bob;
      pass(minute * 30_000L);
      look(by, raised);
      pass(minute * 30_000L);
      decide(by, raised, minute < 3 ? "deny" : "allow", minute < 3 ? ",'reason':'no'" : "");
    }
    JsonNode late = raise(one, tool, ",'expires_after_ms':60000,'on_expiry':'deny'");
    pass(60_000);
    settled(late);
    http.post("/v1/runs/" + id(raise(one, tool, "")) + "/cancel", "").expect(200);
    decide(ana, late(), "request_changes", ",'reason':'smaller'");

    String both = "session_id=" + one;
    JsonNode first = counted("by=tool&" + both, 9);
    assertThat(groups(first)).isEqualTo(Map.of(tool, 5, "drop-" + mark, 4));
    JsonNode totals = first.path("totals");
    assertThat(totals.path("allowed").asInt()).isEqualTo(5);
    assertThat(totals.path("denied").asInt()).isEqualTo(2);
    assertThat(totals.path("expired").asInt()).isEqualTo(1);
    assertThat(totals.path("cancelled").asInt()).isEqualTo(1);
    assertThat(totals.path("by_person").asInt()).isEqualTo(7);
    assertThat(totals.path("by_deadline").asInt()).isEqualTo(1);
    assertThat(totals.path("by_rule").asInt()).isZero();
    assertThat(totals.path("rubber_stamps").asInt()).isZero();
    assertThat(groups(counted("by=person&" + both, 9)))
        .isEqualTo(Map.of("ana " + mark, 3, "bob " + mark, 4, NONE, 2));
    assertThat(groups(counted("by=outcome&" + both, 9)))
        .isEqualTo(Map.of("allowed", 5, "denied", 2, "expired", 1, "cancelled", 1));
    assertThat(groups(counted("by=session&" + both, 9))).isEqualTo(Map.of(one, 9));

    JsonNode second = counted("by=policy&session_id=" + two, 3);
    assertThat(groups(second)).isEqualTo(Map.of(policy, 3));
    assertThat(groups(counted("by=group&session_id=" + two, 3)))
        .isEqualTo(Map.of("person:\"ana " + mark + "\"", 3));
    // 8, 9 and 10 minutes, seen after half of them.
    List<Long> decision = percentiles(second.at("/totals/decision_ms"));
    assertThat((double) decision.get(0)).isCloseTo(540_000, within(5_400.0));
    assertThat((double) decision.get(1)).isCloseTo(600_000, within(6_000.0));
    assertThat((double) decision.get(2)).isCloseTo(600_000, within(6_000.0));
    List<Long> seen = percentiles(second.at("/totals/seen_ms"));
    assertThat((double) seen.get(0)).isCloseTo(270_000, within(2_700.0));
    assertThat((double) seen.get(2)).isCloseTo(300_000, within(3_000.0));
    assertThat(second.at("/totals/seen_ms/count").asInt()).isEqualTo(3);
  }

  /** Something that is sent back, in a session that nobody counts. */
  private JsonNode late() {
    return raise(open("back"), "back-" + mark, "");
  }

  @ParameterizedTest
  @CsvSource({
    // after the look | held for | rubber stamp
    "500, 0, 1",
    "1000, 0, 1",
    "1001, 0, 0",
    "1500, 0, 0",
    "500, 5000, 1",
    "1500, 5000, 0"
  })
  // DX-79: also where the page holds a yes, which takes effect later than it was said
  void DX_79_a_yes_right_after_ones_own_first_look_is_a_rubber_stamp(
      long after, long held, int stamps) {
    String session = open("stamp");
    JsonNode raised = raise(session, "ship", "");
    pass(60_000);
    look(ana, raised);
    pass(after);
    decide(ana, raised, "allow", held == 0 ? "" : ",'hold_ms':" + held);
    pass(held);
    settled(raised);

    JsonNode totals = counted("session_id=" + session, 1).path("totals");

    assertThat(totals.path("allowed").asInt()).isEqualTo(1);
    assertThat(totals.path("rubber_stamps").asInt()).isEqualTo(stamps);
  }

  @Test
  // DX-79
  void DX_79_without_a_look_it_counts_from_when_it_was_raised_and_a_look_of_others_does_not() {
    String session = open("stamp");
    JsonNode quick = raise(session, "ship", "");
    pass(500);
    decide(ana, quick, "allow", "");
    JsonNode slow = raise(session, "ship", "");
    pass(60_000);
    look(bob, slow);
    decide(ana, slow, "allow", ",'hold_ms':5000");
    pass(2_000);
    look(ana, slow);
    pass(3_000);
    settled(slow);

    assertThat(counted("session_id=" + session, 2).at("/totals/rubber_stamps").asInt())
        .isEqualTo(1);
  }

  @Test
  // DX-78: a vote is a look too, whatever came of it
  void DX_78_the_first_vote_is_the_first_look() {
    String session = open("voted");
    http.post(
            "/v1/approval-policies",
            json(
                "{'name':'v-%s','match':{'sessions':['%s']},'needs':'3 of anyone'}", mark, session))
        .expect(201);
    JsonNode raised = raise(session, "ship", "");
    pass(10_000);
    decide(bob, raised, "allow", "");
    assertThat(http.get("/v1/approvals?unseen=true&session_id=" + session).expect(200).json())
        .isEmpty();
    pass(10_000);
    decide(ana, raised, "deny", ",'reason':'no'");

    JsonNode totals = counted("session_id=" + session, 1).path("totals");
    assertThat(totals.at("/seen_ms/p50").asDouble()).isCloseTo(10_000, within(100.0));
    assertThat(totals.at("/decision_ms/p50").asDouble()).isCloseTo(20_000, within(200.0));
  }
}
