package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Files and boards belong to a tenant; to every other tenant they do not exist. */
@OnBothDatabases
class TenantMaterialTest extends Tenancy {
  private static final String NO_ASSET = "ast_01JZZZZZZZZZZZZZZZZZZZZZZZ";
  private static final String NO_BOARD = "brd_01JZZZZZZZZZZZZZZZZZZZZZZZ";
  private static final String BOARD = json("{'title':'Plan','content':'the plan'}");

  TenantMaterialTest(Database database) {
    super(database);
  }

  private static String board(Http caller) {
    return text(caller.post("/v1/boards", BOARD).expect(201).json(), "board_id");
  }

  private static String asset(Http caller) {
    return text(AssetTest.add(caller, "plan.txt", "the plan"), "asset_id");
  }

  /** The answer without what every answer has of its own, and without the id that was sent. */
  private static String words(Http.Answer answer, String id) {
    return answer.text().replaceAll("\"(request_id|instance)\":\"[^\"]*\"", "").replace(id, "ID");
  }

  private Http.Answer submit(String session, String item) {
    String script = "{'type':'text','text':'#!script\\n{\\\"say_request\\\":true}'}";
    return http.post(
        "/v1/sessions/" + session + "/runs", json("{'input_items':[" + script + "," + item + "]}"));
  }

  // PF-74
  @Test
  void PF_74_input_that_names_another_tenants_asset_or_board_names_nothing() {
    String mine = tenant();
    String theirs = tenant();
    String session = sessionOf(mine, null);
    for (Http other : List.of(bound(theirs, "operator"), http)) {
      for (String[] pair :
          new String[][] {
            {"{'type':'asset_reference','asset_id':'%s'}", asset(other), NO_ASSET},
            {"{'type':'board_reference','board_id':'%s'}", board(other), NO_BOARD}
          }) {
        Http.Answer foreign = submit(session, pair[0].formatted(pair[1]));
        Http.Answer unknown = submit(session, pair[0].formatted(pair[2]));
        refused(foreign, 400, "runs", "invalid_input");
        assertThat(words(foreign, pair[1])).isEqualTo(words(unknown, pair[2]));
      }
    }
    assertThat(http.get("/v1/runs?session_id=" + session).json().size()).isZero();
  }

  // PF-74
  @Test
  void PF_74_output_that_names_another_tenants_asset_is_not_emitted() {
    String mine = tenant();
    String theirs = asset(bound(tenant(), "operator"));
    String root = asset(http);
    for (String input :
        List.of(
            "{'parts':[{'type':'asset','asset_id':'%s'}]}",
            "{'parts':[{'type':'attachment','attachment':{'id':'%s','media_type':'text/plain',"
                + "'file_name':'a.txt'}}]}",
            "{'content':'x','artifact_ids':['%s']}")) {
      for (String id : List.of(theirs, root, NO_ASSET)) {
        JsonNode run =
            park(
                sessionOf(mine, null),
                Script.tool("emit_output", json(input, id)),
                Script.SAY_LAST_RESULT);
        assertThat(run.path("outputs").size()).as(run.toString()).isEqualTo(1);
        assertThat(text(run.path("outputs").get(0), "content"))
            .contains("There is no asset '" + id + "'. Nothing was emitted.");
      }
    }
  }

  // PF-74
  @Test
  void PF_74_equal_uploads_of_two_tenants_are_two_assets() {
    String mine = tenant();
    JsonNode theirs = AssetTest.add(bound(tenant(), "operator"), "same.txt", "same");
    Http caller = bound(mine, "operator");
    long then = theirs.path("created_at_ms").asLong();
    while (System.currentTimeMillis() == then) {
      Thread.onSpinWait();
    }
    JsonNode own = AssetTest.add(caller, "same.txt", "same");
    JsonNode again = AssetTest.add(bound(mine, "agent"), "same.txt", "same");
    JsonNode root = AssetTest.add(http, "same.txt", "same");

    assertThat(text(own, "asset_id"))
        .isNotEqualTo(text(theirs, "asset_id"))
        .isNotEqualTo(text(root, "asset_id"))
        .isEqualTo(text(again, "asset_id"));
    assertThat(own.path("created_at_ms").asLong()).isGreaterThan(then);
    assertThat(caller.get("/v1/assets/" + text(own, "asset_id") + "/raw").expect(200).text())
        .isEqualTo("same");
  }

  // PF-74
  @Test
  void PF_74_a_token_of_a_tenant_reaches_the_tenants_material_and_no_other() {
    Http caller = bound(tenant(), "operator");
    Http other = bound(tenant(), "operator");
    String asset = asset(caller);
    String board = board(caller);
    String sha256 = text(caller.get("/v1/assets/" + asset).expect(200).json(), "sha256");
    String theirAsset = asset(other);
    String theirBoard = board(other);
    asset(http);

    for (String path : List.of("/v1/assets", "/v1/assets?sha256=" + sha256)) {
      assertThat(caller.get(path).expect(200).json().valueStream().map(a -> text(a, "asset_id")))
          .containsExactly(asset);
    }
    assertThat(caller.get("/v1/boards").json().valueStream().map(b -> text(b, "board_id")))
        .containsExactly(board);
    assertThat(caller.get("/v1/boards?page=true").json().toString()).contains(board);
    caller.get("/v1/boards/" + board).expect(200);
    caller.post("/v1/boards/" + board + "/revisions", BOARD).expect(201);
    assertThat(caller.get("/v1/boards/" + board + "/revisions").json().size()).isEqualTo(2);

    for (String tail : List.of("", "/raw")) {
      same(
          caller.get("/v1/assets/" + theirAsset + tail),
          caller.get("/v1/assets/" + NO_ASSET + tail));
    }
    for (String tail : List.of("", "/revisions", "/revisions/rev_01JZZZZZZZZZZZZZZZZZZZZZZZ")) {
      same(
          caller.get("/v1/boards/" + theirBoard + tail),
          caller.get("/v1/boards/" + NO_BOARD + tail));
    }
    same(
        caller.post("/v1/boards/" + theirBoard + "/revisions", BOARD),
        caller.post("/v1/boards/" + NO_BOARD + "/revisions", BOARD));
    assertThat(other.get("/v1/boards/" + theirBoard).json().path("revisions").asInt()).isOne();
    // A token of no tenant reaches all of them, as it reaches all sessions.
    http.get("/v1/assets/" + asset).expect(200);
    http.get("/v1/boards/" + board).expect(200);
  }

  private static void same(Http.Answer foreign, Http.Answer unknown) {
    assertThat(foreign.status()).isEqualTo(404);
    assertThat(words(foreign, "x")).isEqualTo(words(unknown, "x"));
  }

  @Test
  void a_run_of_a_tenant_reads_what_is_the_tenants() {
    String mine = tenant();
    Http caller = bound(mine, "operator");
    String session = sessionOf(mine, null);
    for (String item :
        List.of(
            "{'type':'asset_reference','asset_id':'" + asset(caller) + "'}",
            "{'type':'board_reference','board_id':'" + board(caller) + "'}",
            "{'type':'inline_asset','file_name':'b.txt','content_base64':'"
                + AssetTest.base64("the plan")
                + "'}")) {
      JsonNode run = submit(session, item).expect(202).json();
      assertThat(text(awaitRun(id(run), "completed").path("outputs").get(0), "content"))
          .contains("the plan");
    }
    assertThat(caller.get("/v1/assets").json().valueStream().map(a -> text(a, "file_name")))
        .containsExactly("b.txt", "plan.txt");
  }
}
