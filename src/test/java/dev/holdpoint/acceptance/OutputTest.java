package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What runs say. */
@OnBothDatabases
class OutputTest extends Acceptance {
  OutputTest(Database database) {
    super(database);
  }

  @Test
  // K4-229, K4-230, K4-231, K4-232, K4-233, K4-234, K4-235, K4-236, K4-237, K4-240
  void
      K4_229_K4_230_K4_231_K4_232_K4_233_K4_234_K4_235_K4_236_K4_237_K4_240_a_text_of_the_model_is_an_output() {
    String session = session();
    JsonNode run = park(session, Script.say("hello"));

    JsonNode output = run.path("outputs").get(0);
    assertThat(members(output))
        .containsExactly(
            "session_id",
            "run_id",
            "plugin",
            "address",
            "content",
            "parts",
            "artifacts",
            "source_kind");
    assertThat(text(output, "session_id")).isEqualTo(session);
    assertThat(text(output, "run_id")).isEqualTo(id(run));
    assertThat(text(output, "content")).isEqualTo("hello");
    assertThat(output.path("parts").toString()).isEqualTo(json("[{'type':'text','text':'hello'}]"));
    assertThat(output.path("artifacts").toString()).isEqualTo("[]");
    assertThat(text(output, "source_kind")).isEqualTo("assistant_text");
  }

  @Test
  // K4-229, K4-236, K4-237, K4-238, K4-239
  void K4_229_K4_236_K4_237_K4_238_K4_239_the_tool_emits_structured_output() {
    String asset = text(AssetTest.add(http, "report.csv", "a,b"), "asset_id");
    String artifact = text(AssetTest.add(http, "picture.png", "png"), "asset_id");
    JsonNode run =
        park(
            session(),
            Script.tool(
                "emit_output",
                json(
                    "{'content':'in short','parts':[{'type':'text','text':'at length'},"
                        + "{'type':'attachment','attachment':{'id':'a1','media_type':'text/plain',"
                        + "'file_name':'a.txt'}},{'type':'asset','asset_id':'%s'}],"
                        + "'artifact_ids':['%s'],'include_artifacts_inline':false}",
                    asset, artifact)),
            Script.SAY_LAST_RESULT);

    assertThat(status(run)).isEqualTo("completed");
    JsonNode output = run.path("outputs").get(0);
    assertThat(text(output, "source_kind")).isEqualTo("emit_output");
    assertThat(text(output, "content")).isEqualTo("in short");
    JsonNode parts = output.path("parts");
    assertThat(parts.valueStream().map(part -> text(part, "type")))
        .containsExactly("text", "attachment", "attachment");
    assertThat(text(parts.get(1).path("attachment"), "file_name")).isEqualTo("a.txt");
    assertThat(parts.get(2).path("attachment").toString())
        .isEqualTo(json("{'id':'%s','media_type':'text/csv','file_name':'report.csv'}", asset));
    assertThat(output.path("artifacts").toString())
        .isEqualTo(
            json("[{'id':'%s','media_type':'image/png','file_name':'picture.png'}]", artifact));
    assertThat(text(run.path("outputs").get(1), "content")).isEqualTo(json("{'emitted':true}"));
  }

  @Test
  // K4-238
  void K4_238_artifacts_are_put_among_the_parts_where_that_is_asked_for() {
    String artifact = text(AssetTest.add(http, "picture.png", "png"), "asset_id");
    JsonNode run =
        park(
            session(),
            Script.tool(
                "emit_output",
                json(
                    "{'content':'see','artifact_ids':['%s'],'include_artifacts_inline':true}",
                    artifact)));
    JsonNode output = run.path("outputs").get(0);
    assertThat(output.path("parts").valueStream().map(part -> text(part, "type")))
        .containsExactly("text", "attachment");
    assertThat(text(output.at("/parts/1/attachment"), "id")).isEqualTo(artifact);
    assertThat(output.path("artifacts").size()).isEqualTo(1);
  }

  @Test
  // K4-239
  void K4_239_an_asset_that_is_not_there_is_told_to_the_model_and_nothing_is_emitted() {
    for (String input :
        List.of(
            "{'parts':[{'type':'text','text':'x'},{'type':'asset','asset_id':'asset-1'}]}",
            "{'content':'x','artifact_ids':['asset-1']}")) {
      JsonNode run =
          park(session(), Script.tool("emit_output", json(input)), Script.SAY_LAST_RESULT);
      assertThat(run.path("outputs").size()).isEqualTo(1);
      assertThat(text(run.path("outputs").get(0), "content"))
          .contains("error", "There is no asset 'asset-1'");
    }
  }

  @Test
  // K4-237
  void K4_237_the_decision_on_a_gate_from_outside_is_an_output_of_the_daemon() {
    String session = session();
    JsonNode raised =
        http.post(
                "/v1/sessions/" + session + "/approval-requests",
                json("{'tool_name':'x','input':{},'reason':'y'}"))
            .expect(201)
            .json();
    http.post("/v1/runs/" + id(raised) + "/approvals", allow(text(raised.path("request"), "id")))
        .expect(202);

    assertThat(text(run(id(raised)).path("outputs").get(0), "source_kind"))
        .isEqualTo("daemon_emit_output");
  }

  @Test
  // K4-241
  void K4_241_no_completion_requirement_holds_unless_it_was_asked_for() {
    assertThat(status(park(session(), Script.say("wrote nothing")))).isEqualTo("completed");
  }

  @Test
  void outputs_stand_in_the_order_in_which_they_were_made() {
    String session = session();
    park(session, Script.say("one"), Script.say("two"));
    JsonNode last = park(session, Script.say("three"));

    assertThat(last.path("outputs").size()).isEqualTo(1);
    List<String> all =
        http.get("/v1/sessions/" + session)
            .json()
            .path("outputs")
            .valueStream()
            .map(output -> text(output, "content"))
            .toList();
    assertThat(all).containsExactly("one", "two", "three");
  }
}
