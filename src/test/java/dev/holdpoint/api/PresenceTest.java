package dev.holdpoint.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.description.DescriptionBodies.DescribedKind;
import dev.holdpoint.api.event.EventBodies.RunEventEntry;
import dev.holdpoint.api.event.RunEvent;
import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalScope;
import dev.holdpoint.api.gate.QuestionBodies.Option;
import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.api.gate.QuestionBodies.UserQuestionRequestView;
import dev.holdpoint.api.gate.StandingBodies.ActionView;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.run.RunBodies.RunRequestSummary;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.session.SessionBodies.SessionSnapshot;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.api.status.RunKind;
import dev.holdpoint.api.status.RunStatus;
import dev.holdpoint.api.status.SessionStatus;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Q49: documented members are always there; members added to them are left out when unset. */
final class PresenceTest {
  private static final WireJson JSON = new WireJson();

  private static final RunRequestSummary REQUEST =
      new RunRequestSummary("daemon", "api", "api-user", "hello", null, null, 0, 0, "hello");
  private static final RunView RUN =
      new RunView(
          "run_1",
          "s",
          "agt_1",
          RunKind.INPUT,
          RunKind.INPUT,
          RunStatus.QUEUED,
          1,
          2,
          null,
          null,
          null,
          REQUEST,
          List.of(),
          null,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          null,
          null,
          "0af7651916cd43dd8448eb211c80319c");

  @Test
  void k4_330_a_run_shows_every_documented_member_when_nothing_is_set() {
    assertThat(JSON.text(RUN))
        .isEqualTo(
            """
            {"run_id":"run_1","session_id":"s","agent_id":"agt_1","kind":"input","origin_kind":"input",\
            "status":"queued","submitted_at_ms":1,"updated_at_ms":2,"started_at_ms":null,\
            "finished_at_ms":null,"queued_position":null,"request":{"source_plugin":"daemon",\
            "source_kind":"api","actor_id":"api-user","text_preview":"hello","provider":null,\
            "model":null,"approval_count":0,"question_count":0,"title":"hello"},"input_attachments":[],\
            "input_metadata":null,"pending_approval_ids":[],"pending_approvals":[],\
            "pending_question_ids":[],"pending_questions":[],"outputs":[],"deliveries":[],\
            "error":null,"trace_id":"0af7651916cd43dd8448eb211c80319c"}\
            """);
  }

  @Test
  void k4_243_a_session_shows_every_documented_member_and_its_snapshot_only_what_is_set() {
    SessionSnapshot idle =
        new SessionSnapshot(
            SessionStatus.IDLE,
            null,
            0,
            List.of(),
            List.of(),
            null,
            null,
            null,
            List.of(),
            0,
            null);
    SessionView view =
        new SessionView(
            "s", null, "agt_1", "con_1", null, null, null, idle, null, null, null, null, null, null,
            List.of(), List.of(), null);
    assertThat(JSON.text(view))
        .isEqualTo(
            """
            {"session_id":"s","agent_id":"agt_1","conversation_id":"con_1","snapshot":\
            {"status":"idle","queued_runs":0,"pending_approvals":[],"pending_questions":[],\
            "last_assistant_message":null,"last_error":null,"children":[],"transcript_len":0},\
            "route_policy":null,"capability_scope":null,"effective_capability_scope":null,\
            "credential_scope":null,"effective_credential_scope":null,"persona":null,\
            "reply_targets":[],"outputs":[]}\
            """);
  }

  @Test
  void k0_29_to_k0_54_a_pending_question_shows_every_documented_member() {
    StructuredQuestion question =
        new StructuredQuestion("q", "", "Which?", List.of(new Option("a", "A", null, null)), false);
    UserQuestionRequestView request =
        new UserQuestionRequestView(
            "qst_1", null, 1, "d", List.of(question), 5, null, null, null, null);
    PendingQuestionView view =
        new PendingQuestionView(
            "s",
            "agt_1",
            "run_1",
            RunKind.INPUT,
            null,
            null,
            null,
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            request,
            null,
            null);
    assertThat(JSON.text(view))
        .isEqualTo(
            """
            {"session_id":"s","agent_id":"agt_1","run_id":"run_1","run_kind":"input",\
            "requester_agent_id":null,"requester_session_id":null,"requester_run_id":null,\
            "requester_tool_call_id":null,"requester_project_ids":[],"requester_channel_ids":[],\
            "parent_project_ids":[],"parent_channel_ids":[],"request":{"id":"qst_1",\
            "tool_call_id":null,"revision":1,"digest":"d","questions":[{"id":"q","header":"","question":"Which?",\
            "options":[{"id":"a","label":"A"}],"multi_select":false}],"created_at_ms":5,\
            "expires_at_ms":null,"title":"Which?"}}\
            """);
  }

  @Test
  void an_approval_leaves_out_what_is_unset_and_lists_its_actions_when_it_has_them() {
    JsonNode input = JSON.tree("{\"command\":\"ls\"}");
    ApprovalRequestView bare =
        new ApprovalRequestView(
            "apr_1",
            "call_1",
            "bash",
            input,
            null,
            ApprovalScope.SESSION,
            5,
            null,
            null,
            1,
            "d",
            List.of("ls"),
            null,
            false,
            1,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            "Run ls",
            null,
            null,
            DescribedKind.COMMAND,
            null,
            null,
            null,
            null);
    assertThat(JSON.text(bare))
        .isEqualTo(
            """
            {"id":"apr_1","tool_call_id":"call_1","tool_name":"bash","input":{"command":"ls"},\
            "reason":null,"scope":"session","created_at_ms":5,"revision":1,"digest":"d",\
            "pattern_keys":["ls"],"signature_required":false,"assertion_version":1,\
            "title":"Run ls","kind":"command"}\
            """);
    List<ActionView> actions =
        List.of(new ActionView("allow", true, null), new ActionView("deny", false, "expired"));
    assertThat(JSON.text(actions))
        .isEqualTo(
            "[{\"action\":\"allow\",\"allowed\":true},"
                + "{\"action\":\"deny\",\"allowed\":false,\"reason\":\"expired\"}]");
  }

  @Test
  void an_event_keeps_a_resolution_exactly_as_it_was_sent() {
    String sent = "{\"behavior\":\"deny\",\"request_id\":\"apr_1\",\"x\":1.0,\"reason\":null}";
    RunEventEntry entry =
        new RunEventEntry(
            "7",
            5,
            "run_1",
            "s",
            "agt_1",
            new RunEvent.ApprovalResolved(List.of(JSON.tree(sent)), "ada"));
    String written = JSON.text(entry);
    assertThat(written)
        .isEqualTo(
            "{\"event_id\":\"7\",\"timestamp_ms\":5,\"run_id\":\"run_1\",\"session_id\":\"s\","
                + "\"agent_id\":\"agt_1\",\"event\":{\"type\":\"approval_resolved\","
                + "\"resolutions\":["
                + sent
                + "],\"by\":\"ada\"}}");
    assertThat(JSON.read(written.getBytes(UTF_8), RunEventEntry.class)).isEqualTo(entry);
  }

  @Test
  void a_frame_says_its_type_first_also_when_it_stands_alone() {
    assertThat(JSON.text(new StreamFrame.Heartbeat())).isEqualTo("{\"type\":\"heartbeat\"}");
    assertThat(
            JSON.text(
                new StreamFrame.StreamGap(
                    3, StreamFrame.Reason.LIVE_LAG, StreamFrame.Scope.RUN, false, null)))
        .isEqualTo(
            "{\"type\":\"stream_gap\",\"skipped\":3,\"reason\":\"live_lag\",\"scope\":\"run\","
                + "\"skipped_is_estimate\":false}");
    byte[] frame = JSON.write(new StreamFrame.RunUpdated(RUN));
    assertThat(JSON.read(frame, StreamFrame.class)).isEqualTo(new StreamFrame.RunUpdated(RUN));
  }

  @Test
  void a_written_record_is_one_line() {
    assertThat(JSON.text(new StreamFrame.TextDelta("run_1", "a\r\nb\u0000c")))
        .isEqualTo("{\"type\":\"text_delta\",\"run_id\":\"run_1\",\"text\":\"a\\r\\nb\\u0000c\"}");
  }
}
