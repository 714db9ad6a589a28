package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Mcp;
import dev.holdpoint.blackbox.Sse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** How a request ended is the same word on every surface, beside the words of before. */
@OnBothDatabases
class OutcomeSurfacesTest extends Acceptance {
  private static final Duration HOUR = Duration.ofHours(1);

  private final Moving moving;
  private final Mcp mcp;

  OutcomeSurfacesTest(Database database) {
    Moving moving = Moving.on(database);
    super(moving.http());
    this.moving = moving;
    mcp = Mcp.open(http.withRole("agent", "asker " + UUID.randomUUID()), "outcomes");
  }

  private JsonNode pending(String tool, String session, String more) {
    JsonNode told =
        Mcp.structured(
            mcp.call(tool, json("{'session_id':'%s','wait_ms':0%s}", session, json(more))));
    assertThat(text(told, "status")).as(told.toString()).isEqualTo("pending");
    return told;
  }

  private JsonNode checked(JsonNode told) {
    return Mcp.structured(
        mcp.call("check_decision", json("{'request_id':'%s'}", text(told, "request_id"))));
  }

  private String open() {
    String session = session();
    http.post("/v1/sessions", json("{'session_id':'%s'}", session)).expect(201);
    return session;
  }

  private void policy(String session, String more) {
    http.post(
            "/v1/approval-policies",
            json("{'name':'o-%s','match':{'sessions':['%s']%s}", session, session, json(more)))
        .expect(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        // what happens | outcome | native status | behavior | MCP | signed
        "allow | allowed | resolved | allow | approved | approved",
        "deny | denied | resolved | deny | denied | denied",
        "request_changes | changes_requested | resolved | deny | changes_requested | denied",
        "ask_back | asked_back | resolved | deny | asked_back | denied",
        "respond | responded | resolved | deny | responded | denied",
        "deadline | expired | expired | expired | expired | expired",
        "deadline allows | expired | expired | expired | approved | expired",
        "cancel | cancelled | withdrawn | withdrawn | cancelled | withdrawn",
        "revise | superseded | withdrawn | withdrawn | cancelled | withdrawn"
      })
  // DX-42, DX-44
  void DX_42_an_approval_ends_in_the_same_word_everywhere(
      String what, String outcome, String status, String behavior, String forMcp, String signed) {
    Host host = Host.of(http, moving::now);
    String session = "out-" + UUID.randomUUID();
    http.post("/v1/sessions", json("{'session_id':'%s','tenant_id':'%s'}", session, host.tenant()))
        .expect(201);
    if (what.equals("deadline allows")) {
      policy(
          session, ",'tools':['deploy']},'needs':'1 of anyone within 1h else allow','risk':'low'");
    }
    String asks =
        ",'tool_name':'deploy','input':{'n':1},'reason':'x'"
            + (what.equals("deadline") ? ",'expires_after_ms':3600000" : "");
    JsonNode told = pending("request_approval", session, asks);
    String id = text(told, "request_id");
    switch (what) {
      case "deadline", "deadline allows" -> moving.pass(HOUR);
      case "cancel" -> http.post("/v1/runs/" + id(told) + "/cancel", "").expect(200);
      case "revise" ->
          pending("request_approval", session, asks + ",'revises':'" + id + "','reply':'smaller'");
      default ->
          http.post(
                  "/v1/runs/" + id(told) + "/approvals",
                  resolutions(
                      one(
                          id,
                          what,
                          json(
                              what.equals("respond")
                                  ? ",'response':'done'"
                                  : what.equals("allow") ? "" : ",'reason':'why'"))))
              .expect(202);
    }

    JsonNode row = http.get("/v1/approvals/" + id + "?wait_ms=30000").expect(200).json();
    assertThat(text(row, "status")).isEqualTo(status);
    assertThat(row.at("/resolution/behavior").asString()).isEqualTo(behavior);
    assertThat(row.at("/resolution/outcome").asString()).isEqualTo(outcome);
    JsonNode now = checked(told);
    assertThat(text(now, "status")).isEqualTo(forMcp);
    assertThat(text(now, "outcome")).isEqualTo(outcome);
    if (what.startsWith("deadline")) {
      assertThat(text(now, "by")).isEqualTo("deadline");
      assertThat(text(now, "applied")).isEqualTo(what.equals("deadline") ? "fail" : "allow");
      assertThat(row.at("/resolution/applied")).isEqualTo(now.path("applied"));
    }
    JsonNode forHost = host.approval(id);
    assertThat(text(forHost, "status")).isEqualTo(signed);
    assertThat(text(forHost, "outcome")).isEqualTo(outcome);
    assertThat(text(forHost, "resolved_by")).isEqualTo(row.at("/resolution/by").asString());
    assertThat(text(forHost, "resolved_at")).isNotEmpty();
    assertThat(forHost.path("applied")).isEqualTo(row.at("/resolution/applied"));
    JsonNode tooLate =
        host.adapter()
            .post(
                "/approvals/" + id + "/deny",
                host.approver().body(id, "deny", host.soon()).toString())
            .expect(409)
            .json();
    assertThat(tooLate.at("/resolution/outcome").asString()).isEqualTo(outcome);
    assertThat(text(tooLate, "detail"))
        .contains(
            (status.equals("resolved") ? "already decided: " : "ended without a decision: ")
                + outcome.replace('_', ' '));
    try (Sse stream = http.stream("/v1/runs/" + id(told) + "/stream?cursor=0")) {
      JsonNode frame = stream.next("approval_resolved").data();
      assertThat(frame.toString()).contains("\"outcome\":\"" + outcome + "\"");
    }
    Http.Answer late =
        http.withRole("operator", "late " + session)
            .post(
                "/api/approval/respond",
                json("{'session_id':'%s','approval_id':'%s','choice':'once'}", session, id));
    assertThat(text(late.json(), "outcome")).as(late.text()).isEqualTo(outcome);
    assertThat(
            http.get("/v1/approvals?session_id=" + session + "&outcome=" + outcome)
                .expect(200)
                .json()
                .valueStream()
                .map(each -> text(each.path("request"), "id")))
        .contains(id);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "answer | answered | resolved | answered | answered",
        "decline | declined | resolved | declined | declined",
        "cancel question | cancelled | resolved | cancelled | cancelled",
        "cancel run | cancelled | withdrawn | withdrawn | cancelled",
        "deadline | expired | expired | expired | expired",
        "default | expired | expired | expired | answered"
      })
  // DX-42, DX-44
  void DX_42_a_question_ends_in_the_same_word_everywhere(
      String what, String outcome, String status, String behavior, String forMcp) {
    String session = open();
    JsonNode told =
        pending(
            "ask_user",
            session,
            ",'questions':[{'id':'q','question':'Where?','options':[{'id':'eu','label':'EU'}],"
                + "'default':{'selected_option_ids':['eu']}}]"
                + (what.equals("deadline") ? ",'expires_after_ms':3600000" : "")
                + (what.equals("default")
                    ? ",'expires_after_ms':3600000,'on_expiry':'default'"
                    : ""));
    String id = text(told, "request_id");
    String path = "/v1/runs/" + id(told) + "/questions";
    switch (what) {
      case "answer" ->
          http.post(
                  path,
                  resolution(
                      id, json("'answers':[{'question_id':'q','selected_option_ids':['eu']}]")))
              .expect(202);
      case "decline" -> http.post(path, decline(id)).expect(202);
      case "cancel question" ->
          assertThat(http.post(path + "/" + id + "/cancel", "{}").status()).isBetween(200, 202);
      case "cancel run" -> http.post("/v1/runs/" + id(told) + "/cancel", "").expect(200);
      default -> moving.pass(HOUR);
    }

    JsonNode row = http.get("/v1/questions/" + id + "?wait_ms=30000").expect(200).json();
    assertThat(text(row, "status")).isEqualTo(status);
    assertThat(row.at("/resolution/behavior").asString()).isEqualTo(behavior);
    assertThat(row.at("/resolution/outcome").asString()).isEqualTo(outcome);
    JsonNode now = checked(told);
    assertThat(text(now, "status")).isEqualTo(forMcp);
    assertThat(text(now, "outcome")).isEqualTo(outcome);
    if (outcome.equals("expired")) {
      assertThat(text(now, "by")).isEqualTo("deadline");
    }
    if (what.equals("default")) {
      assertThat(now.at("/answers/0/selected_option_ids/0").asString()).isEqualTo("eu");
    }
  }

  @ParameterizedTest
  @CsvSource({"deny,reason", "request_changes,reason", "ask_back,reason", "respond,response"})
  // DX-56
  void DX_56_comments_are_in_the_words_where_that_is_said_and_only_there(
      String behavior, String member) {
    for (boolean tell : List.of(true, false)) {
      JsonNode run = park(open(), Script.bash("true"), Script.SAY_LAST_RESULT);
      String id = approvalId(run);
      http.post(
              "/v1/gates/" + id + "/triage",
              json("{'action':'comment','text':'The freeze ends on Monday.'}"))
          .expect(200);
      http.post(
              "/v1/runs/" + id(run) + "/approvals",
              resolutions(
                  one(id, behavior, json(",'%s':'Not yet.','tell_comments':%s", member, tell))))
          .expect(202);

      String words = lastWords(id(run));
      assertThat(words).contains("Not yet.");
      assertThat(words.contains("The freeze ends on Monday.")).isEqualTo(tell);
    }
  }

  @Test
  // DX-52
  void DX_52_nobody_responds_where_others_have_a_part_or_a_signature_decides() {
    String session = open();
    policy(session, "},'needs':'2 of anyone'");
    JsonNode run = park(session, Script.bash("true"));
    refused(
        http.post(
            "/v1/runs/" + id(run) + "/approvals",
            resolutions(one(approvalId(run), "respond", json(",'response':'x'")))),
        400,
        "approvals",
        "approval_invalid_resolution");
    assertThat(status(run(id(run)))).isEqualTo("waiting_for_approval");

    Host host = Host.of(http, moving::now);
    Parked parked =
        host.park(
            SignedAcceptance.asks("May I?", json("{'kind':'action','description':'do it'}"), ""));
    for (String one : List.of("respond|response", "request_changes|reason", "ask_back|reason")) {
      String[] parts = one.split("\\|", -1);
      refused(
          http.post(
              "/v1/runs/" + parked.run() + "/approvals",
              resolutions(one(parked.approval(), parts[0], json(",'%s':'x'", parts[1])))),
          400,
          "approvals",
          "approval_invalid_resolution");
    }
    assertThat(host.status(parked)).isEqualTo("pending");

    Host signing = Host.of(http, moving::now).policy("\"signature_required\":true");
    String own = "signed-" + UUID.randomUUID();
    http.post("/v1/sessions", json("{'session_id':'%s','tenant_id':'%s'}", own, signing.tenant()))
        .expect(201);
    JsonNode signed = park(own, Script.bash("true"));
    Http.Answer refused =
        http.post(
            "/v1/runs/" + id(signed) + "/approvals",
            resolutions(one(approvalId(signed), "respond", json(",'response':'x'"))));
    assertThat(refused.status()).as(refused.text()).isIn(400, 403);
    assertThat(status(run(id(signed)))).isEqualTo("waiting_for_approval");
  }
}
