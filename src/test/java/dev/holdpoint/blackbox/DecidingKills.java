package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Lives.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Decisions on many requests at once, and decisions that come too late. */
final class DecidingKills {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int MANY = 40;
  private static final String KEY = "decide-many";

  private DecidingKills() {}

  static void on(Stories stories) {
    stories
        .tell(
            "DX-76 killed in the middle of many decisions: the same call with the same key ends"
                + " with every one decided once",
            DecidingKills::killed_in_the_middle_of_many)
        .tell(
            "DX-71 killed between a late answer and the next turn, and right after it: the model"
                + " reads it once",
            DecidingKills::killed_around_a_late_answer)
        .tell(
            "DX-85 killed after a stage and a vote: standing and deadline are as before, and"
                + " nothing is told twice",
            DecidingKills::killed_after_a_vote)
        .tell(
            "PG-21, PG-22 killed while decisions are held: they take effect once when due, also"
                + " after the deadline, and what was undone does not",
            DecidingKills::killed_while_decisions_are_held);
  }

  private static JsonNode raise(Http http, String session, String more) {
    return http.post(
            "/v1/sessions/" + session + "/approval-requests",
            "{\"tool_name\":\"deploy\",\"input\":{},\"reason\":\"release\"" + more + "}")
        .expect(201)
        .json();
  }

  private static String requestId(JsonNode raised) {
    return raised.at("/request/id").asString();
  }

  // DX-76
  private static void killed_in_the_middle_of_many(Lives lives) throws Exception {
    Http http = lives.http();
    http.session("many");
    List<JsonNode> raised = new ArrayList<>();
    ObjectNode body = JSON.createObjectNode();
    ArrayNode all = body.putArray("resolutions");
    for (int i = 0; i < MANY; i++) {
      raised.add(raise(http, "many", ""));
      all.addObject()
          .put("request_id", requestId(raised.getLast()))
          .put("behavior", "deny")
          .put("reason", "closed");
    }
    String first = "/v1/approvals/" + requestId(raised.getFirst());
    CompletableFuture<?>[] call = new CompletableFuture<?>[1];

    Http next =
        lives.killed(
            Moment.any()
                .rightAfter(
                    () -> {
                      call[0] =
                          CompletableFuture.supplyAsync(
                              () ->
                                  http.postWithKey(
                                      "/v1/approvals/resolutions", body.toString(), KEY));
                      http.get(first + "?wait_ms=20000").expect(200);
                    }));

    call[0].handle((_, _) -> true).join();
    JsonNode done =
        next.postWithKey("/v1/approvals/resolutions", body.toString(), KEY).expect(200).json();
    assertThat(done.path("resolved").asInt()).as(done.toString()).isEqualTo(MANY);
    assertThat(done.path("refused").asInt()).isZero();
    for (JsonNode one : raised) {
      assertThat(
              next.events(one.path("run_id").asString()).stream()
                  .filter(entry -> entry.at("/event/type").asString().equals("approval_resolved")))
          .hasSize(1);
    }
  }

  // DX-71
  private static void killed_around_a_late_answer(Lives lives) throws Exception {
    Http http = lives.http();
    http.session("late");
    JsonNode raised = raise(http, "late", ",\"late_answers\":\"next_turn\"");
    String path = "/v1/runs/" + raised.path("run_id").asString() + "/approvals";
    String id = requestId(raised);
    http.post(path, decision(id, "deny")).expect(202);

    Http next =
        lives.killed(
            Moment.any()
                .theMomentAfter(
                    () ->
                        assertThat(
                                http.post(path, decision(id, "allow"))
                                    .expect(409)
                                    .json()
                                    .at("/resolution/late_answer")
                                    .asString())
                            .isEqualTo("kept")));

    assertThat(asides(next)).containsExactly(id);
    assertThat(asides(lives.killed())).as("it is history now").containsExactly(id);
  }

  // DX-85
  private static void killed_after_a_vote(Lives lives) throws Exception {
    Http http = lives.http();
    http.session("jury");
    http.post("/v1/groups", "{\"name\":\"jury\",\"members\":[\"jury ada\",\"jury bob\"]}")
        .expect(201);
    http.post(
            "/v1/approval-policies",
            "{\"name\":\"jury\",\"match\":{\"sessions\":[\"jury\"]},"
                + "\"needs\":\"2 of group:jury within 1s else all(2 of group:jury, role:admin)"
                + " within 1h\"}")
        .expect(201);
    JsonNode raised = raise(http, "jury", "");
    String path = "/v1/runs/" + raised.path("run_id").asString() + "/approvals";
    String id = requestId(raised);
    JsonNode staged =
        http.await("/v1/approvals/" + id, now -> now.at("/request/standing/stage").asInt() == 2);
    Http ada = http.withRole("operator", "jury ada");

    Http next =
        lives.killed(
            Moment.any().theMomentAfter(() -> ada.post(path, decision(id, "allow")).expect(202)));

    JsonNode now = next.get("/v1/approvals/" + id).expect(200).json();
    for (String same : List.of("/request/standing/next/at_ms", "/request/expires_at_ms")) {
      assertThat(now.at(same).asLong()).as(same).isPositive().isEqualTo(staged.at(same).asLong());
    }
    assertThat(now.at("/request/standing/stage").asInt()).isEqualTo(2);
    assertThat(now.at("/request/standing/votes").valueStream())
        .extracting(vote -> vote.path("by").asString())
        .containsExactly("jury ada");
    next.withRole("operator", "jury ada").post(path, decision(id, "allow")).expect(202);
    next.withRole("operator", "jury bob").post(path, decision(id, "allow")).expect(202);
    List<String> told =
        next.events(raised.path("run_id").asString()).stream()
            .map(entry -> entry.at("/event/change").asString(entry.at("/event/type").asString()))
            .filter(List.of("stage_opened", "voted", "approval_resolved")::contains)
            .toList();
    assertThat(told).containsExactly("stage_opened", "voted", "approval_resolved");
  }

  // PG-21, PG-22
  private static void killed_while_decisions_are_held(Lives lives) throws Exception {
    Http http = lives.http();
    http.session("held");
    JsonNode waits = raise(http, "held", "");
    JsonNode soon = raise(http, "held", ",\"expires_after_ms\":15000");
    JsonNode undone = raise(http, "held", "");
    held(http, waits, "allow", 2_500);
    held(http, soon, "deny", 14_500);
    held(http, undone, "allow", 60_000);
    Http next =
        lives.killed(
            Moment.any()
                .theMomentAfter(
                    () ->
                        http.send(
                                "DELETE",
                                "/v1/approvals/" + requestId(undone) + "/held",
                                null,
                                _ -> {})
                            .expect(200)));

    Map<JsonNode, String> ends = Map.of(waits, "allowed", soon, "denied");
    for (JsonNode one : ends.keySet()) {
      JsonNode now =
          next.get("/v1/approvals/" + requestId(one) + "?wait_ms=30000").expect(200).json();
      assertThat(now.at("/resolution/outcome").asString()).isEqualTo(ends.get(one));
      assertThat(now.at("/resolution/by").asString()).isEqualTo("admin");
      assertThat(changes(next, one)).containsExactly("held", "approval_resolved");
    }
    assertThat(changes(next, undone)).containsExactly("held", "undone");
    assertThat(next.get("/v1/approvals/" + requestId(undone)).expect(200).json().path("status"))
        .hasToString("\"pending\"");
  }

  private static void held(Http http, JsonNode raised, String behavior, long ms) {
    http.post(
            "/v1/runs/" + raised.path("run_id").asString() + "/approvals",
            decision(requestId(raised), behavior + "\",\"hold_ms\":" + ms + ",\"reason\":\"no"))
        .expect(202);
  }

  /** What the run's history tells of the gate. */
  private static List<String> changes(Http http, JsonNode raised) {
    return http.events(raised.path("run_id").asString()).stream()
        .map(entry -> entry.at("/event/change").asString(entry.at("/event/type").asString()))
        .filter(List.of("held", "undone", "approval_resolved")::contains)
        .toList();
  }

  private static String decision(String id, String behavior) {
    return "{\"resolutions\":[{\"request_id\":\"%s\",\"behavior\":\"%s\"}]}"
        .formatted(id, behavior);
  }

  /** Of which requests the model hears in a new run of the session, each time that it does. */
  private static List<String> asides(Http http) {
    String run = http.submit("late", "{\"say_request\":true}");
    JsonNode outputs =
        http.await("/v1/runs/" + run, now -> now.path("status").asString().equals("completed"))
            .path("outputs");
    return JSON.readTree(outputs.get(outputs.size() - 1).path("content").asString())
        .path("messages")
        .valueStream()
        .filter(message -> message.path("role").asString().equals("user"))
        .map(message -> message.path("content").asString())
        .filter(words -> words.startsWith("[late]"))
        .map(words -> words.replaceAll("(?s).*\\((apr_\\w+)\\).*", "$1"))
        .toList();
  }
}
