package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What becomes part of a run is bounded, and what is long is read and written in pieces. */
@OnBothDatabases
class BoundsTest extends Acceptance {
  BoundsTest(Database database) {
    super(database);
  }

  @Test
  void free_form_members_have_a_bound_and_the_place_is_named() {
    String session = session();
    String path = "/v1/sessions/" + session;
    String much = "x".repeat(2 << 20);
    JsonNode run = park(session(), Script.bash("echo asked"));

    for (String[] one :
        new String[][] {
          {path + "/runs", json("{'content':'a','metadata':{'a':'%s'}}", much), "/metadata"},
          {
            path + "/approval-requests",
            json("{'tool_name':'t','reason':'r','input':{'a':'%s'}}", much),
            "/input"
          },
          {
            "/v1/runs/" + id(run) + "/approvals",
            resolutions(
                one(approvalId(run), "allow", json(",'updated_input':{'command':'%s'}", much))),
            "/resolutions/0/updated_input"
          }
        }) {
      Http.Answer answer = http.post(one[0], one[1]).expect(400);
      assertThat(text(answer.json().path("errors").get(0), "pointer")).isEqualTo(one[2]);
    }
    assertThat(http.get("/v1/runs?session_id=" + session).json()).isEmpty();
    http.post("/v1/runs/" + id(run) + "/cancel", "").expect(200);
  }

  @Test
  void a_list_of_many_pieces_is_whole_and_in_order() {
    String session = session();
    List<String> raised = new ArrayList<>();
    String input = "y".repeat(20_000);
    for (int i = 0; i < 40; i++) {
      JsonNode gate =
          http.post(
                  "/v1/sessions/" + session + "/approval-requests",
                  json("{'tool_name':'t','reason':'%d','input':{'a':'%s'}}", i, input))
              .expect(201)
              .json();
      raised.add(gate.at("/request/id").asString());
    }

    JsonNode listed = http.get("/v1/approvals?session_id=" + session).expect(200).json();

    assertThat(listed.valueStream().map(row -> row.at("/request/id").asString()))
        .containsExactlyElementsOf(raised);
    JsonNode log = http.get("/v1/sessions/" + session + "/events").expect(200).json();
    assertThat(members(log)).containsExactly("session", "daemon_outputs", "run_events");
    assertThat(log.path("run_events").valueStream().map(e -> Long.parseLong(text(e, "event_id"))))
        .isSorted()
        .hasSizeGreaterThanOrEqualTo(4 * 40);
  }

  @Test
  void the_log_of_a_run_that_says_much_is_whole() {
    String[] lines = new String[60];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = Script.say(i + " " + "z".repeat(4_000));
    }
    JsonNode run = park(session(), lines);

    List<JsonNode> said =
        events(id(run)).stream()
            .map(entry -> entry.path("event"))
            .filter(event -> text(event, "type").equals("output"))
            .toList();

    assertThat(said).hasSize(lines.length);
    assertThat(said.getLast().at("/output/content").asString()).startsWith("59 ");
  }
}
