package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** PF-78: clicks and answers without an id, at a daemon whose clock is ours. */
@OnBothDatabases
class AmbientIdTest extends AmbientAcceptance {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Moving moving;

  AmbientIdTest(Database database) {
    Moving moving = Moving.on(database);
    super(moving);
    this.moving = moving;
  }

  private void idIsRequired(String session, String approvalId) {
    JsonNode body = no(click(session, "once", null), 409);
    assertThat(text(body, "code")).isEqualTo("approval_id_required");
    assertThat(text(body, "error")).contains("approval_id", "Nothing was decided.");
    assertThat(status(http.get("/v1/approvals/" + approvalId).expect(200).json()))
        .isEqualTo("pending");
  }

  private void settleElsewhere(JsonNode raised) {
    http.post("/v1/runs/" + id(raised) + "/cancel", null).expect(200);
  }

  @Test
  // PF-78, H3-28, H3-31
  void PF_78_a_click_without_id_settles_what_was_shown_a_second_ago_and_nothing_else() {
    String session = session();
    JsonNode a = raise(session, "true a");
    assertThat(text(pendingApproval(session).path("pending"), "approval_id"))
        .isEqualTo(requestId(a));
    moving.pass(SECOND);
    settleElsewhere(a);
    String b = requestId(raise(session, "true b"));

    idIsRequired(session, b);
    pendingApproval(session);
    moving.pass(Duration.ofMillis(999));
    pendingApproval(session);
    idIsRequired(session, b);
    moving.pass(Duration.ofMillis(1));
    decided(click(session, "once", null), "once");

    cleared(click(session, "once", null), "once");
    String c = requestId(raise(session, "true c"));
    idIsRequired(session, c);
  }

  @Test
  // PF-78
  void PF_78_a_stream_counts_as_a_screen_and_a_card_that_changes_begins_anew() {
    String session = session();
    try (Sse stream = approvals(session)) {
      initial(stream, NOTHING);
      JsonNode a = raise(session, "true a");
      prompt(stream, "approval");
      String b = requestId(raise(session, "true b"));
      prompt(stream, "approval");
      moving.pass(SECOND);
      idIsRequired(session, b);
      settleElsewhere(a);
      assertThat(state(stream, "approval").at("/pending/approval_id").asString()).isEqualTo(b);
      idIsRequired(session, b);
      moving.pass(SECOND);
      decided(click(session, "deny", null), "deny");
    }
  }

  @Test
  // PF-78
  void PF_78_what_another_caller_looked_at_is_not_on_this_callers_screen() {
    String session = session();
    String a = requestId(raise(session, "true a"));
    Http other = http.withRole("operator", "other-" + session);
    pending(other, "approval", session);
    moving.pass(SECOND);
    idIsRequired(session, a);
    decided(click(other, session, "once", null), "once");
  }

  @Test
  // PF-78, H3-62
  void PF_78_H3_62_an_answer_without_id_is_for_the_question_that_was_shown() {
    String session = session();
    String first = requestId(ask(session, "Sure?"));
    assertThat(text(no(tell(session, "yes", null), 409), "code")).isEqualTo("clarify_id_required");
    assertThat(text(pendingClarify(session).path("pending"), "clarify_id")).isEqualTo(first);
    moving.pass(SECOND);
    tell(session, "yes", null).expect(200);
    requestId(ask(session, "And this?"));
    JsonNode body = no(tell(session, "yes", null), 409);
    assertThat(text(body, "code")).isEqualTo("clarify_id_required");
    assertThat(text(body, "error")).contains("clarify_id", "Nothing was answered.");
    try (Sse stream = clarifies(session)) {
      initial(stream);
      moving.pass(SECOND);
      tell(session, "yes", null).expect(200);
    }
  }
}
