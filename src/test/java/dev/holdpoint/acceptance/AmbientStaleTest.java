package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * A click that comes too late, or is meant for something else, or says nothing that can be done.
 */
@OnBothDatabases
class AmbientStaleTest extends AmbientAcceptance {
  AmbientStaleTest(Database database) {
    super(database);
  }

  /** The ways on which a prompt can go without a click. */
  enum Elsewhere {
    ALLOWED,
    DENIED,
    CANCELLED,
    INTERRUPTED,
    EXPIRED
  }

  private void settle(Elsewhere elsewhere, JsonNode run) {
    switch (elsewhere) {
      case ALLOWED -> resolve(run, allow(approvalId(run)));
      case DENIED -> resolve(run, deny(approvalId(run), "no"));
      case CANCELLED -> http.post("/v1/runs/" + id(run) + "/cancel", null).expect(200);
      case INTERRUPTED ->
          http.post("/v1/sessions/" + text(run, "session_id") + "/interrupt", null).expect(200);
      case EXPIRED -> {
        // Its time does it.
      }
    }
  }

  private void resolve(JsonNode run, String resolutions) {
    http.post("/v1/runs/" + id(run) + "/approvals", resolutions).expect(202);
  }

  @ParameterizedTest
  @EnumSource
  // H3-31, H3-43
  void H3_31_H3_43_a_click_on_what_was_settled_elsewhere_is_no_error_and_does_nothing(
      Elsewhere elsewhere) {
    String session = session();
    JsonNode run =
        park(session, Script.approval("x", elsewhere == Elsewhere.EXPIRED ? 200 : 3_600_000));
    String approval = run.path("pending_approval_ids").isEmpty() ? expired(run) : approvalId(run);
    settle(elsewhere, run);
    awaitRun(id(run), AmbientStaleTest::ended);

    leavesUnchanged(
        id(run),
        () -> {
          for (String choice : List.of("once", "deny")) {
            cleared(click(session, choice, approval), choice);
            cleared(click(session, choice, null), choice);
          }
        });
    assertThat(pendingApproval(session).toString()).isEqualTo(NOTHING);
  }

  private static boolean ended(JsonNode run) {
    return List.of("completed", "failed", "cancelled", "interrupted").contains(status(run));
  }

  /** One so short that it is over before the session was looked at. */
  private String expired(JsonNode run) {
    return event(id(run), "waiting_for_approval").path("request_ids").get(0).asString();
  }

  @Test
  // H3-31, H3-43
  void H3_31_H3_43_the_same_click_twice_decides_once() {
    String session = session();
    JsonNode run = park(session, Script.bash("true"));

    decided(click(session, "once", approvalId(run)), "once");
    awaitRun(id(run), "completed");

    leavesUnchanged(
        id(run),
        () -> {
          for (String choice : List.of("once", "session", "always", "deny")) {
            cleared(click(session, choice, approvalId(run)), choice);
          }
        });
  }

  @Test
  // H3-43, H3-45
  void H3_43_H3_45_a_click_on_an_old_prompt_never_hits_the_new_one() {
    String session = session();
    JsonNode run = park(session, Script.bash("true 1"), Script.bash("true 2"));
    String old = approvalId(run);
    resolve(run, allow(old));
    JsonNode again =
        awaitRun(
            id(run), r -> status(r).equals("waiting_for_approval") && !approvalId(r).equals(old));

    leavesUnchanged(id(run), () -> cleared(click(session, "deny", old), "deny"));

    assertThat(text(pendingApproval(session).path("pending"), "approval_id"))
        .isEqualTo(approvalId(again));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"apr_01ARZ3NDEKTSV4RRFFQ69G5FAV", "apr_", "x", "qst_01ARZ3NDEKTSV4RRFFQ69G5FAV"})
  // H3-43
  void H3_43_an_id_that_was_never_shown_is_stale_and_decides_nothing(String id) {
    String session = session();
    JsonNode run = park(session, Script.bash("true"));

    leavesUnchanged(
        id(run),
        () -> {
          stale(click(session, "once", id));
          stale(click("nobody-ever", "once", id));
        });
    assertThat(pendingApproval(session).path("pending_count").asInt()).isEqualTo(1);
  }

  @Test
  // H3-45
  void H3_45_an_id_of_another_session_is_stale_there_pending_or_not() {
    String mine = session();
    String other = session();
    JsonNode run = park(mine, Script.bash("true"));
    JsonNode others = park(other, Script.bash("true"));

    leavesUnchanged(
        id(run),
        () ->
            leavesUnchanged(
                id(others),
                () -> {
                  stale(click(other, "once", approvalId(run)));
                  stale(click("nobody-ever", "always", approvalId(run)));
                }));

    decided(click(mine, "once", approvalId(run)), "once");
    awaitRun(id(run), "completed");
    stale(click(other, "once", approvalId(run)));
  }

  @Test
  // H3-43
  void H3_43_no_id_and_nothing_pending_is_cleared_in_any_session() {
    for (String session : List.of(session(), "nobody-ever")) {
      cleared(click(session, "once", null), "once");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'choice':'once'}                                       | session_id",
        "{'session_id':null,'choice':'once'}                     | session_id",
        "{'session_id':'','choice':'once'}                       | session_id",
        "{'session_id':7,'choice':'once'}                        | session_id",
        "{'session_id':'S'}                                      | choice",
        "{'session_id':'S','choice':null}                        | choice",
        "{'session_id':'S','choice':''}                          | choice",
        "{'session_id':'S','choice':'yes'}                       | choice",
        "{'session_id':'S','choice':'Once'}                      | choice",
        "{'session_id':'S','choice':'allow'}                     | choice",
        "{'session_id':'S','choice':['once']}                    | choice",
        "{'session_id':'S','choice':true}                        | choice",
        "{'session_id':'S','choice':'once','approval_id':7}      | approval_id",
        "{'session_id':'S','choice':'session','pattern_key':7}   | pattern_key",
      })
  // H3-28, H3-38, H3-39
  void H3_28_H3_38_H3_39_a_click_that_says_no_choice_or_no_session_changes_nothing(
      String body, String member) {
    String session = session();
    JsonNode run = park(session, Script.bash("true"));

    leavesUnchanged(
        id(run),
        () -> {
          JsonNode refusal =
              no(http.post(RESPOND, json(body).replace("\"S\"", '"' + session + '"')), 400);
          assertThat(refusal.toString()).contains(member);
        });
    assertThat(pendingApproval(session).path("pending_count").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"approval/pending", "approval/stream", "clarify/pending", "clarify/stream"})
  // H3-16, H3-23, H3-58
  void H3_16_H3_23_H3_58_a_look_at_no_session_is_refused(String path) {
    for (String query : List.of("", "?session_id=", "?session=s")) {
      Http.Answer answer = http.get("/api/" + path + query);
      assertThat(text(no(answer, 400), "error")).contains("session_id");
    }
  }

  @Test
  void every_refusal_under_api_has_the_shape_of_this_surface() {
    String session = session();
    JsonNode run = park(session, Script.bash("true"));
    String good = body("session_id", session, "choice", "once");
    Http nobody = http.as(null);
    Http stranger = http.as("no-such-token");

    leavesUnchanged(
        id(run),
        () -> {
          no(http.post(RESPOND, "{\"session_id\":"), 400);
          no(http.post(RESPOND, "[]"), 400);
          no(http.post(RESPOND, "7"), 400);
          no(http.post(RESPOND, ""), 400);
          no(http.get("/api/nowhere"), 404);
          no(http.get("/api/approval"), 404);
          no(http.get(RESPOND), 405);
          no(http.post("/api/approval/pending?session_id=" + session, good), 405);
          no(http.send("DELETE", "/api/clarify/stream", null, _ -> {}), 405);
          for (Http caller : List.of(nobody, stranger)) {
            no(caller.post(RESPOND, good), 401);
            no(caller.get("/api/approval/pending?session_id=" + session), 401);
            no(caller.get("/api/clarify/stream?session_id=" + session), 401);
            no(caller.post("/api/chat", body("session_id", session, "message", "x")), 401);
          }
          for (String role : List.of("viewer", "agent")) {
            Http caller = http.withRole(role, "ambient-" + role);
            no(caller.post(RESPOND, good), 403);
            no(caller.post(ANSWER, body("session_id", session, "response", "x")), 403);
          }
          Http.Answer form =
              http.send(
                  "POST",
                  RESPOND,
                  null,
                  request ->
                      request
                          .header("Content-Type", "text/plain")
                          .method("POST", java.net.http.HttpRequest.BodyPublishers.ofString(good)));
          no(form, 415);
        });
  }

  @Test
  void a_viewer_may_look_and_an_operator_may_decide() {
    String session = session();
    JsonNode run = park(session, Script.bash("true"));
    Http viewer = http.withRole("viewer", "ambient-looker");
    Http operator = http.withRole("operator", "ada");

    assertThat(pending(viewer, "approval", session).path("pending_count").asInt()).isEqualTo(1);
    decided(click(operator, session, "once", approvalId(run)), "once");
    assertThat(event(id(run), "approval_resolved").toString()).contains("ada");
  }
}
