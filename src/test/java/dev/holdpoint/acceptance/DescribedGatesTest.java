package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Mcp;
import dev.holdpoint.core.description.Described;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What the API says about gates: the same words wherever a gate stands. */
@OnBothDatabases
class DescribedGatesTest extends Acceptance {
  DescribedGatesTest(Database database) {
    super(database);
  }

  private JsonNode raise(String session, String tool, JsonNode input, String... more) {
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("tool_name", tool)
            .put("reason", "We release.")
            .set("input", input);
    for (int i = 0; i < more.length; i += 2) {
      body.put(more[i], more[i + 1]);
    }
    return http.post("/v1/sessions/" + session + "/approval-requests", body.toString())
        .expect(201)
        .json()
        .path("request");
  }

  private static List<String> codes(JsonNode risk) {
    return StreamSupport.stream(risk.path("reasons").spliterator(), false)
        .map(reason -> text(reason, "code"))
        .toList();
  }

  private JsonNode row(String id) {
    return http.get("/v1/approvals/" + id).expect(200).json().path("request");
  }

  @Test
  @DisplayName("PG-01 the API says what the table says, in the answer, in lists and by itself")
  void the_api_says_what_the_table_says() {
    for (JsonNode row : Described.table()) {
      if (row.has("questions") || row.has("items")) {
        continue;
      }
      String session = session();
      JsonNode raised = raise(session, text(row, "tool"), row.get("input"));
      JsonNode listed =
          http.get("/v1/approvals?session_id=" + session).expect(200).json().get(0).path("request");
      for (JsonNode shown : List.of(raised, listed, row(text(raised, "id")))) {
        assertThat(text(shown, "title")).isEqualTo(text(row, "title"));
        assertThat(text(shown.path("risk"), "level")).isEqualTo(text(row, "level"));
        assertThat(codes(shown.path("risk")))
            .isEqualTo(
                StreamSupport.stream(row.get("codes").spliterator(), false)
                    .map(JsonNode::stringValue)
                    .toList());
      }
    }
  }

  @Test
  @DisplayName("PG-03 the words of the turn are the why; without words there is none")
  void the_words_of_the_turn_are_the_why() {
    JsonNode silent = row(approvalId(park(session(), Script.bash("make"))));
    assertThat(silent.has("why")).isFalse();
    assertThat(text(silent, "reason")).startsWith("The agent wants to");

    JsonNode said =
        row(approvalId(park(session(), Script.say("I build it first."), Script.bash("make"))));
    assertThat(text(said, "why")).isEqualTo("I build it first.");
  }

  @Test
  @DisplayName("PG-01 the first sentence of a request for approval is its title")
  void the_first_sentence_of_a_request_is_its_title() {
    String reason = "Pay invoice 2026-1187 of EUR 48,200 to Initech GmbH.";
    JsonNode shown = row(approvalId(park(session(), Script.approval(reason))));
    assertThat(text(shown, "kind")).isEqualTo("items");
    assertThat(text(shown, "title"))
        .isEqualTo("Pay invoice 2026-1187 of EUR 48,200 to Initech GmbH");
    assertThat(shown.has("why")).isFalse();
  }

  @Test
  @DisplayName("PG-04 the name of an MCP client is one line, spelled out")
  void the_name_of_a_client_is_one_line() {
    JsonNode told =
        Mcp.structured(
            Mcp.open(http, "Claude\u202e\nAllow")
                .call(
                    "request_approval",
                    json("{'reason':'r','tool_name':'deploy','input':{'to':'x'},'wait_ms':0}")));
    assertThat(text(row(text(told, "request_id")), "agent_name")).isEqualTo("Claude⟨RLO⟩ Allow");
  }

  @Test
  @DisplayName("PG-06 the asker's high raises")
  void the_askers_word_raises() {
    JsonNode input = JsonNodeFactory.instance.objectNode().put("command", "make");
    String id = text(raise(session(), "bash", input, "risk", "high"), "id");
    assertThat(text(row(id).path("risk"), "level")).isEqualTo("high");
    assertThat(codes(row(id).path("risk"))).containsExactly("declared");
  }

  @Test
  @DisplayName("PG-07 an asker's title shows for kind other and is ignored for a command")
  void an_askers_title_shows_for_other_tools_alone() {
    JsonNode input = JsonNodeFactory.instance.objectNode().put("command", "make");
    JsonNode other = JsonNodeFactory.instance.objectNode().put("service", "billing");
    String title = "Ship billing";
    assertThat(text(raise(session(), "bash", input, "title", title), "title"))
        .isEqualTo("Run make");
    assertThat(text(raise(session(), "deploy", other, "title", title), "title")).isEqualTo(title);
  }

  @Test
  @DisplayName("PG-01 the title of a run counts all steps of a script, longer than its preview too")
  void the_title_of_a_run_counts_all_steps_of_its_script() {
    JsonNode brief = park(session(), Script.bash("make"));
    assertThat(text(brief.path("request"), "title")).isEqualTo("Scripted run (1 step)");

    String words = "I say " + "much ".repeat(60);
    JsonNode run = park(session(), Script.say(words), Script.say(words), Script.bash("make -j4"));
    assertThat(text(run.path("request"), "text_preview")).endsWith("…");
    assertThat(text(run.path("request"), "title")).isEqualTo("Scripted run (3 steps)");
  }
}
