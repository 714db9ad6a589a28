package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a model is told of the runs before its own can be sent to any provider. */
@OnBothDatabases
class TranscriptTest extends Acceptance {
  TranscriptTest(Database database) {
    super(database);
  }

  @Test
  void every_call_that_was_made_before_has_its_own_id_and_one_result() {
    String session = session();
    JsonNode cancelled = park(session, Script.bash("echo never"));
    http.post("/v1/runs/" + id(cancelled) + "/cancel", "").expect(200);
    JsonNode denied = park(session, Script.bash("echo no"));
    http.post("/v1/sessions/" + session + "/approvals", deny(approvalId(denied), "not today"))
        .expect(200);
    JsonNode outside =
        http.post(
                "/v1/sessions/" + session + "/approval-requests",
                json("{'tool_name':'deploy','input':{'to':'prod'},'reason':'why'}"))
            .expect(201)
            .json();
    http.post("/v1/runs/" + id(outside) + "/approvals", allow(outside.at("/request/id").asString()))
        .expect(202);

    JsonNode run = park(session, "{\"say_request\":true}");
    JsonNode messages = JSON.readTree(lastWords(id(run))).path("messages");

    List<String> calls = new ArrayList<>();
    List<String> results = new ArrayList<>();
    for (JsonNode message : messages) {
      message.path("tool_calls").forEach(call -> calls.add(text(call, "id")));
      if (text(message, "role").equals("tool")) {
        results.add(text(message, "tool_call_id"));
      }
    }
    assertThat(calls).hasSize(3).doesNotHaveDuplicates();
    assertThat(results).containsExactlyElementsOf(calls);
    assertThat(messages.toString())
        .contains("The run was cancelled before this was done.")
        .contains("not today")
        .contains("\"behavior\":\"allow\"");
  }
}
