package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Clients of every kind are told whom a request waits for, and when that changes. */
@SuppressWarnings("FutureReturnValueIgnored") // What a prompt leads to is seen on the stream.
@OnOneDatabase
class WaitsForTest extends AcpAcceptance {
  private final List<String> policies = new ArrayList<>();

  WaitsForTest(Database database) {
    super(database);
  }

  @AfterEach
  void remove() {
    policies.forEach(it -> http.send("DELETE", "/v1/approval-policies/" + it, null, _ -> {}));
  }

  private void policy(String session, String needs) {
    // Enough people, so that the line says nothing of too few.
    List.of("ada", "bob", "cleo").forEach(name -> as(name + " " + UUID.randomUUID(), "operator"));
    String body =
        json(
            "{'name':'p-%s','needs':'%s','match':{'sessions':['%s']}}",
            UUID.randomUUID(), needs, session);
    policies.add(text(http.post("/v1/approval-policies", body).expect(201).json(), "policy_id"));
  }

  @Test
  void an_ambient_card_is_sent_again_when_somebody_has_voted() {
    String session = session();
    policy(session, "2 of anyone");
    JsonNode run = park(session, Script.approval("x"), Script.SAY_LAST_RESULT);
    try (Sse frames = http.stream("/api/approval/stream?session_id=" + session)) {
      JsonNode before = frames.next(frame -> frame.type().equals("initial")).data();
      assertThat(before.at("/pending/waits_for").asString())
          .isEqualTo("waits for 2 more of anyone");
      Http ada = as("ada " + UUID.randomUUID(), "operator");
      ada.post("/v1/runs/" + id(run) + "/approvals", allow(approvalId(run))).expect(202);
      JsonNode after = frames.next(frame -> frame.type().equals("approval")).data();
      assertThat(after.at("/pending/waits_for").asString()).isEqualTo("waits for 1 more of anyone");
      assertThat(after.at("/pending/approval_id").asString()).isEqualTo(approvalId(run));
      assertThat(after.path("pending_count").asInt()).isEqualTo(1);

      http.send(
              "PUT",
              "/v1/approval-policies/" + policies.getFirst(),
              json(
                  "{'name':'p-%s','needs':'3 of anyone','match':{'sessions':['%s']}}",
                  UUID.randomUUID(), session),
              _ -> {})
          .expect(200);
      JsonNode changed =
          frames
              .next(frame -> frame.type().equals("approval") && frame.text().contains("2 more"))
              .data();
      assertThat(changed.at("/pending/waits_for").asString())
          .isEqualTo("waits for 2 more of anyone");
    }
  }

  @Test
  // DX-27
  void DX_27_a_card_of_a_question_says_who_may_answer_and_is_sent_again_when_that_changes() {
    String session = session();
    String body =
        "{'name':'p-"
            + session
            + "','needs':'%s','match':{'kinds':['question'],'sessions':['%s']}}";
    String policy =
        text(
            http.post("/v1/approval-policies", json(body, "role:admin", session))
                .expect(201)
                .json(),
            "policy_id");
    policies.add(policy);
    park(session, Script.ask(), Script.SAY_LAST_RESULT);
    try (Sse frames = http.stream("/api/clarify/stream?session_id=" + session)) {
      JsonNode before = frames.next(frame -> frame.type().equals("initial")).data();
      assertThat(before.at("/pending/waits_for").asString())
          .startsWith("waits for 1 more of admins");
      http.send(
              "PUT",
              "/v1/approval-policies/" + policy,
              json(body, "role:operator", session),
              _ -> {})
          .expect(200);
      JsonNode after = frames.next(frame -> frame.type().equals("clarify")).data();
      assertThat(after.at("/pending/waits_for").asString())
          .startsWith("waits for 1 more of operators");
    }
  }

  @Test
  void a_hook_in_whose_time_nobody_decides_reads_whom_it_waits_for() {
    String session = UUID.randomUUID().toString();
    policy(session, "2 of anyone");
    String use =
        ClaudeHookTest.fixture("pre-tool-use.bash.json")
            .replace("5d1f3c0a-7b52-4d0e-9a1c-0e7f2b9d4c11", session);
    String path = "/hooks/claude/pre-tool-use?wait_ms=0&then=";
    assertThat(http.post(path + "deny", use).expect(200).text())
        .contains(
            "No decision in Holdpoint within 0 s (the request waits for 2 more of anyone), so the"
                + " request was withdrawn.");
  }

  @Test
  void a_client_of_a_served_agent_gets_the_standing_with_the_request() {
    String server = server();
    try (Sse stream = stream(server)) {
      prompt(server, 1, "permission first");
      JsonNode first = asked(stream);
      assertThat(first.at("/params/_meta/holdpoint").has("standing")).isFalse();
      String once = "{'outcome':{'outcome':'selected','optionId':'id-allow_once'}}";
      send(server, response(text(first, "id"), once)).expect(202);
      policy(first.at("/params/_meta/holdpoint/session_id").asString(), "2 of anyone");

      prompt(server, 2, "permission second");
      JsonNode second = asked(stream);
      JsonNode standing = second.at("/params/_meta/holdpoint/standing");
      assertThat(text(standing, "summary")).isEqualTo("waits for 2 more of anyone");
      assertThat(standing)
          .isEqualTo(
              http.get("/v1/approvals/" + text(second, "id"))
                  .expect(200)
                  .json()
                  .at("/request/standing"));
    }
  }
}
