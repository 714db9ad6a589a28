package dev.holdpoint.ui;

import dev.holdpoint.blackbox.Http;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Agents outside that ask, in the words of a test. */
final class Asking {
  private static final JsonMapper JSON = new JsonMapper();

  private Asking() {}

  /** Gives the id of the approval. */
  static String approval(Http http, String session, String command) {
    return http.post(
            "/v1/sessions/" + session + "/approval-requests",
            JSON.writeValueAsString(
                Map.of(
                    "tool_name", "bash", "input", Map.of("command", command), "reason", "why not")))
        .expect(201)
        .json()
        .at("/request/id")
        .asString();
  }

  static void question(Http http, String session, String text) {
    http.post(
            "/v1/sessions/" + session + "/question-requests",
            JSON.writeValueAsString(
                Map.of(
                    "questions",
                    new Object[] {Map.of("id", "q", "header", "Choice", "question", text)})))
        .expect(201);
  }

  static void decide(Http http, String approvalId, String behavior) {
    String run =
        http.get("/v1/approvals/" + approvalId).expect(200).json().path("run_id").asString();
    http.post(
            "/v1/runs/" + run + "/approvals",
            JSON.writeValueAsString(
                Map.of(
                    "resolutions",
                    new Object[] {Map.of("request_id", approvalId, "behavior", behavior)})))
        .expect(202);
  }
}
