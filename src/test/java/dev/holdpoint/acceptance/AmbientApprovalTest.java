package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a call waits for is shown to whoever has its session on the screen, and clicked away. */
@OnBothDatabases
class AmbientApprovalTest extends AmbientAcceptance {
  AmbientApprovalTest(Database database) {
    super(database);
  }

  @Test
  // H3-12, H3-13, H3-14
  void H3_12_H3_13_H3_14_where_nothing_waits_pending_is_null_for_unknown_sessions_too() {
    for (String session : List.of(session(), "nobody-ever", "ü /?&%")) {
      assertThat(pendingApproval(session).toString()).as(session).isEqualTo(NOTHING);
    }
  }

  @Test
  // H3-12, H3-13, H3-14, H3-17, H3-18, H3-19, H3-20, H3-21
  void H3_12_H3_13_H3_14_H3_17_H3_18_H3_19_H3_20_H3_21_a_command_is_shown_with_all_it_takes() {
    String session = session();
    JsonNode run = park(session, Script.bash("git   push origin main"));
    JsonNode request = run.path("pending_approvals").get(0);

    JsonNode body = pendingApproval(session);

    assertThat(members(body)).containsExactlyInAnyOrder("pending", "pending_count");
    assertThat(body.path("pending_count").isInt()).isTrue();
    assertThat(body.path("pending_count").asInt()).isEqualTo(1);
    JsonNode shown = body.path("pending");
    assertThat(members(shown))
        .containsExactlyInAnyOrder(
            "approval_id",
            "command",
            "description",
            "pattern_key",
            "pattern_keys",
            "session_id",
            "run_id",
            "created_at",
            "tool_name",
            "input",
            "revision",
            "digest");
    assertThat(text(shown, "approval_id")).isEqualTo(approvalId(run));
    assertThat(text(shown, "command")).isEqualTo("git   push origin main");
    assertThat(shown.path("description").isString()).isTrue();
    assertThat(text(shown, "pattern_key")).isEqualTo("git push origin main");
    assertThat(texts(shown.path("pattern_keys")))
        .containsExactly("git push origin main", "git push *")
        .isEqualTo(texts(request.path("pattern_keys")));
    assertThat(text(shown, "session_id")).isEqualTo(session);
    assertThat(text(shown, "run_id")).isEqualTo(id(run));
    assertThat(shown.path("created_at").isNumber()).isTrue();
    assertThat(shown.path("created_at").asDouble())
        .isEqualTo(request.path("created_at_ms").asLong() / 1000.0);
  }

  @Test
  // H3-18, H3-19
  void H3_18_H3_19_another_tool_is_shown_by_its_name_and_its_input() {
    String session = session();
    park(session, Script.tool("write_file", json("{ 'path' : 'a.txt',  'content':'x y' }")));

    assertThat(text(pendingApproval(session).path("pending"), "command"))
        .isEqualTo(json("write_file {'path':'a.txt','content':'x y'}"));
  }

  @Test
  // H3-19
  void H3_19_a_gate_with_a_reason_and_a_deadline_shows_both() {
    String session = session();
    JsonNode run = park(session, Script.approval("Release 7?", 3_600_000));
    JsonNode request = run.path("pending_approvals").get(0);

    JsonNode shown = pendingApproval(session).path("pending");

    assertThat(text(shown, "description")).contains("Release 7?");
    assertThat(shown.path("expires_at").asDouble())
        .isEqualTo(request.path("expires_at_ms").asLong() / 1000.0);
  }

  @Test
  // H3-15
  void H3_15_the_oldest_is_shown_and_all_are_counted_whatever_raised_them() {
    String session = session();
    JsonNode run = park(session, Script.together(Script.bash("true 1"), Script.bash("true 2")));
    JsonNode outside = raise(session, "true 3");
    raise(session(), "true elsewhere");

    List<String> inOrder = List.of(approvalId(run, 0), approvalId(run, 1), requestId(outside));
    for (int gone = 0; gone < 3; gone++) {
      JsonNode body = pendingApproval(session);
      assertThat(text(body.path("pending"), "approval_id")).isEqualTo(inOrder.get(gone));
      assertThat(body.path("pending_count").asInt()).isEqualTo(3 - gone);
      decided(click(session, "once", inOrder.get(gone)), "once");
    }
    assertThat(pendingApproval(session).toString()).isEqualTo(NOTHING);
  }

  @Test
  // H3-04, H3-27, H3-28, H3-29, H3-30, H3-31, H3-75
  void
      H3_04_H3_27_H3_28_H3_29_H3_30_H3_31_H3_75_nothing_runs_before_the_click_and_the_turn_goes_on_after_it(
          @TempDir Path folder) {
    String session = session();
    Path file = folder.resolve("made");
    JsonNode run = park(session, Script.bash("echo x > '" + file + "'"), Script.say("after"));
    assertThat(file).doesNotExist();
    assertThat(status(run)).isEqualTo("waiting_for_approval");

    JsonNode body = decided(click(session, "once", approvalId(run)), "once");

    assertThat(members(body)).startsWith("ok", "choice");
    assertThat(lastWords(id(run))).isEqualTo("after");
    assertThat(file).exists();
    assertThat(pendingApproval(session).toString()).isEqualTo(NOTHING);
  }

  @Test
  // H3-33
  void H3_33_once_is_for_this_call_and_the_same_one_is_asked_again() {
    String session = session();
    JsonNode run =
        park(session, Script.bash("echo twice"), Script.bash("echo twice"), Script.say("done"));
    String first = approvalId(run);

    decided(click(session, "once", first), "once");

    JsonNode again = awaitRun(id(run), r -> status(r).equals("waiting_for_approval"));
    String second = approvalId(again);
    assertThat(second).isNotEqualTo(first);
    JsonNode shown = pendingApproval(session).path("pending");
    assertThat(text(shown, "approval_id")).isEqualTo(second);
    assertThat(text(shown, "command")).isEqualTo("echo twice");
    cleared(click(session, "once", first), "once");
    assertThat(status(run(id(run)))).isEqualTo("waiting_for_approval");
    decided(click(session, "once", second), "once");
    assertThat(lastWords(id(run))).isEqualTo("done");
  }

  @Test
  // H3-37
  void H3_37_deny_refuses_the_call_and_the_model_is_told(@TempDir Path folder) {
    String session = session();
    Path file = folder.resolve("made");
    JsonNode run = park(session, Script.bash("touch '" + file + "'"), Script.SAY_LAST_RESULT);

    decided(click(session, "deny", approvalId(run)), "deny");

    assertThat(lastWords(id(run))).startsWith(json("{'denied':true"));
    assertThat(Files.exists(file)).isFalse();
    JsonNode row = http.get("/v1/approvals/" + approvalId(run)).expect(200).json();
    assertThat(status(row)).isEqualTo("resolved");
    assertThat(row.at("/resolution/behavior").asString()).isEqualTo("deny");
    assertThat(row.at("/resolution/by").asString()).isNotBlank();
  }

  @Test
  // H3-45
  void H3_45_with_an_id_exactly_that_one_is_decided_though_it_is_not_the_oldest() {
    String session = session();
    JsonNode run = park(session, Script.together(Script.bash("true a"), Script.bash("true b")));

    decided(click(session, "deny", approvalId(run, 1)), "deny");

    JsonNode after = run(id(run));
    assertThat(texts(after.path("pending_approval_ids"))).containsExactly(approvalId(run, 0));
    assertThat(text(pendingApproval(session).path("pending"), "approval_id"))
        .isEqualTo(approvalId(run, 0));
    decided(click(session, "once", approvalId(run, 0)), "once");
    awaitRun(id(run), "completed");
  }

  @Test
  // H3-45
  void H3_45_Q46_without_an_id_and_with_several_waiting_nothing_is_decided() {
    String session = session();
    JsonNode run = park(session, Script.together(Script.bash("true a"), Script.bash("true b")));

    for (String choice : List.of("once", "session", "always", "deny")) {
      leavesUnchanged(
          id(run),
          () -> {
            JsonNode body = no(click(session, choice, null), 409);
            assertThat(text(body, "code")).isEqualTo("approval_id_required");
            assertThat(body.path("stale").asBoolean(false)).isFalse();
          });
    }
    assertThat(pendingApproval(session).path("pending_count").asInt()).isEqualTo(2);
  }

  @Test
  // H3-28, H3-31
  void H3_28_H3_31_a_null_id_is_no_id_and_what_is_not_known_is_passed_over() {
    String session = session();
    JsonNode run = park(session, Script.bash("true"));

    http.post(
            RESPOND,
            json(
                "{'session_id':'%s','choice':'once','approval_id':'%s','client':'phone'}",
                session, approvalId(run)))
        .expect(200);
    String nobody = json("{'session_id':'%s','choice':'once','approval_id':null}", session);
    cleared(http.post(RESPOND, nobody), "once");

    awaitRun(id(run), "completed");
  }
}
