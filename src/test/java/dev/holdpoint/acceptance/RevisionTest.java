package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An approval that was sent back is asked again, and the two know of each other. */
@OnBothDatabases
class RevisionTest extends Acceptance {
  RevisionTest(Database database) {
    super(database);
  }

  private Http.Answer send(String session, String tool, String more) {
    return http.post(
        "/v1/sessions/" + session + "/approval-requests",
        json("{'tool_name':'" + tool + "','input':{'to':'prod'},'reason':'release'" + more + "}"));
  }

  private JsonNode raise(String session, String more) {
    return send(session, "deploy", more).expect(201).json();
  }

  private static String requestId(JsonNode raised) {
    return text(raised.path("request"), "id");
  }

  private void sendBack(String runId, String approvalId, String behavior) {
    http.post(
            "/v1/runs/" + runId + "/approvals",
            resolutions(one(approvalId, behavior, json(",'reason':'use staging'"))))
        .expect(202);
  }

  private JsonNode row(String approvalId) {
    return http.get("/v1/approvals/" + approvalId).expect(200).json();
  }

  private List<String> chain(String approvalId) {
    return http.get("/v1/approvals/" + approvalId + "/revisions")
        .expect(200)
        .json()
        .valueStream()
        .map(row -> text(row.path("request"), "id"))
        .toList();
  }

  @Test
  // DX-46, DX-50
  void DX_46_DX_50_the_runs_next_approval_of_the_tool_is_a_revision_with_the_agents_words() {
    JsonNode run =
        park(
            session(),
            Script.bash("deploy prod"),
            Script.say("Staging it is."),
            Script.bash("deploy staging"),
            Script.SAY_LAST_RESULT);
    String first = approvalId(run);
    sendBack(id(run), first, "request_changes");

    JsonNode again =
        awaitRun(
            id(run),
            now -> status(now).equals("waiting_for_approval") && !approvalId(now).equals(first));

    JsonNode request = again.at("/pending_approvals/0");
    assertThat(request.path("revision").asInt()).isEqualTo(2);
    assertThat(text(request, "revises")).isEqualTo(first);
    assertThat(text(request, "chain_id")).isEqualTo(first);
    assertThat(text(request, "reply")).isEqualTo("Staging it is.");
    assertThat(text(row(first).path("request"), "successor_id")).isEqualTo(approvalId(again));
    assertThat(chain(first)).containsExactly(first, approvalId(again));
    assertThat(chain(approvalId(again))).containsExactly(first, approvalId(again));
  }

  @Test
  void DX_46_of_two_calls_of_one_turn_the_first_is_the_revision() {
    JsonNode run =
        park(
            session(),
            Script.bash("deploy prod"),
            Script.together(Script.bash("deploy a"), Script.bash("deploy b")),
            Script.SAY_LAST_RESULT);
    String first = approvalId(run);
    sendBack(id(run), first, "ask_back");

    JsonNode again =
        awaitRun(
            id(run),
            now -> status(now).equals("waiting_for_approval") && !approvalId(now).equals(first));

    assertThat(again.at("/pending_approvals/0/revises").asString()).isEqualTo(first);
    assertThat(again.at("/pending_approvals/1").has("revises")).isFalse();
    assertThat(again.at("/pending_approvals/1/revision").asInt()).isEqualTo(1);
  }

  @Test
  // DX-46, DX-49
  void DX_46_the_daemons_own_tool_says_what_it_revises_and_hears_when_it_cannot() {
    String session = session();
    JsonNode run = park(session, Script.approval("may I?"), Script.say("Later."));
    String first = approvalId(run);
    sendBack(id(run), first, "ask_back");
    awaitRun(id(run), now -> status(now).equals("completed"));

    JsonNode again = park(session, revising(first), Script.SAY_LAST_RESULT);

    JsonNode request = again.at("/pending_approvals/0");
    assertThat(request.path("revision").asInt()).isEqualTo(2);
    assertThat(text(request, "revises")).isEqualTo(first);
    assertThat(text(request, "reply")).isEqualTo("for the release");
    assertThat(chain(first)).containsExactly(first, approvalId(again));
    // What is revised already, or is none of this session's, is the call's result at once.
    http.post("/v1/runs/" + id(again) + "/approvals", allow(approvalId(again))).expect(202);
    awaitRun(id(again), now -> status(now).equals("completed"));
    JsonNode late = park(session, revising(first), Script.SAY_LAST_RESULT);
    assertThat(lastWords(id(late))).contains("revised already").contains(approvalId(again));
    JsonNode other = park(session(), revising(first), Script.SAY_LAST_RESULT);
    assertThat(lastWords(id(other))).contains("Nothing was raised");
  }

  private static String revising(String approvalId) {
    return Script.tool(
        "request_approval",
        json("{'reason':'may I?','revises':'%s','reply':'for the release'}", approvalId));
  }

  @Test
  // DX-47
  void DX_47_a_request_key_does_not_hide_a_revision() {
    String session = session();
    JsonNode first = raise(session, ",'request_key':'k'");
    sendBack(id(first), requestId(first), "ask_back");

    Http.Answer again =
        send(
            session,
            "deploy",
            ",'request_key':'k','revises':'" + requestId(first) + "','reply':'because'");

    assertThat(again.status()).as(again.text()).isEqualTo(409);
  }

  @Test
  void DX_47_an_outside_agent_asks_again_and_a_pending_one_gives_way_in_the_same_commit() {
    String session = session();
    JsonNode first = raise(session, "");

    JsonNode second = raise(session, ",'revises':'" + requestId(first) + "','reply':'smaller now'");

    assertThat(text(second.path("request"), "revises")).isEqualTo(requestId(first));
    assertThat(text(second.path("request"), "reply")).isEqualTo("smaller now");
    assertThat(second.at("/request/revision").asInt()).isEqualTo(2);
    JsonNode before = row(requestId(first));
    assertThat(text(before, "status")).isEqualTo("withdrawn");
    assertThat(before.at("/resolution/outcome").asString()).isEqualTo("superseded");
    assertThat(text(before.path("request"), "successor_id")).isEqualTo(requestId(second));
    assertThat(status(run(id(first)))).isEqualTo("completed");
    JsonNode late =
        http.post("/v1/runs/" + id(first) + "/approvals", allow(requestId(first)))
            .expect(409)
            .json();
    assertThat(late.at("/resolution/outcome").asString()).isEqualTo("superseded");
    assertThat(late.at("/resolution/successor_id").asString()).isEqualTo(requestId(second));
  }

  @Test
  void DX_47_one_that_was_asked_back_is_revised_by_its_asker() {
    String session = session();
    JsonNode first = raise(session, "");
    sendBack(id(first), requestId(first), "ask_back");

    JsonNode second = raise(session, ",'revises':'" + requestId(first) + "','reply':'because'");

    assertThat(chain(requestId(second))).containsExactly(requestId(first), requestId(second));
  }

  @Test
  // DX-48
  void DX_48_votes_do_not_count_for_the_next_revision_and_watchers_stay() {
    String session = session();
    http.post(
            "/v1/approval-policies",
            json(
                "{'name':'two for %s','match':{'sessions':['%s']},'needs':'2 of role:operator'}",
                session, session))
        .expect(201);
    Http ada = http.withRole("operator", "ada-" + session);
    Http bob = http.withRole("operator", "bob-" + session);
    JsonNode first = raise(session, "");
    ada.post("/v1/runs/" + id(first) + "/approvals", allow(requestId(first))).expect(202);
    bob.post("/v1/gates/" + requestId(first) + "/triage", json("{'action':'watch'}")).expect(200);
    assertThat(row(requestId(first)).at("/request/standing/votes").size()).isEqualTo(1);

    JsonNode second = raise(session, ",'revises':'" + requestId(first) + "'");
    bob.post("/v1/runs/" + id(second) + "/approvals", allow(requestId(second))).expect(202);

    JsonNode now = row(requestId(second));
    assertThat(text(now, "status")).isEqualTo("pending");
    assertThat(now.at("/request/standing/votes").findValuesAsString("by"))
        .containsExactly("bob-" + session);
    assertThat(now.at("/triage/watchers").get(0).asString()).isEqualTo("bob-" + session);
    assertThat(row(requestId(first)).at("/resolution/votes/0/by").asString())
        .isEqualTo("ada-" + session);
  }

  @Test
  // DX-49
  void DX_49_what_cannot_be_revised_is_refused_and_raises_nothing() {
    String session = session();
    JsonNode first = raise(session, "");
    JsonNode allowed = raise(session, "");
    http.post("/v1/runs/" + id(allowed) + "/approvals", allow(requestId(allowed))).expect(202);
    JsonNode revised = raise(session, "");
    JsonNode revision = raise(session, ",'revises':'" + requestId(revised) + "'");
    Http agent = http.withRole("agent", "other-" + session);

    for (Http.Answer answer :
        List.of(
            send(session(), "deploy", ",'revises':'" + requestId(first) + "'"),
            send(session, "destroy", ",'revises':'" + requestId(first) + "'"),
            send(session, "deploy", ",'revises':'" + requestId(allowed) + "'"),
            send(session, "deploy", ",'revises':'apr_01JZZZZZZZZZZZZZZZZZZZZZZZ'"),
            agent.post(
                "/v1/sessions/" + session + "/approval-requests",
                json(
                    "{'tool_name':'deploy','input':{},'reason':'x','revises':'%s'}",
                    requestId(first))))) {
      refused(answer, 409, "approvals", "approval_not_revisable");
    }
    JsonNode again =
        refused(
            send(session, "deploy", ",'revises':'" + requestId(revised) + "'"),
            409,
            "approvals",
            "approval_not_revisable");
    assertThat(text(again, "conflicting_resource_id")).isEqualTo(requestId(revision));
    assertThat(text(row(requestId(first)), "status")).isEqualTo("pending");
  }

  @Test
  void DX_49_the_twentieth_revision_cannot_be_sent_back_any_more() {
    String session = session();
    JsonNode last = raise(session, "");
    for (int i = 2; i <= 20; i++) {
      last = raise(session, ",'revises':'" + requestId(last) + "'");
    }
    assertThat(last.at("/request/revision").asInt()).isEqualTo(20);

    refused(
        send(session, "deploy", ",'revises':'" + requestId(last) + "'"),
        409,
        "approvals",
        "approval_not_revisable");
    refused(
        http.post(
            "/v1/runs/" + id(last) + "/approvals",
            resolutions(one(requestId(last), "request_changes", json(",'reason':'again'")))),
        400,
        "approvals",
        "approval_invalid_resolution");
    assertThat(text(row(requestId(last)), "status")).isEqualTo("pending");
  }
}
