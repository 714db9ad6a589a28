package dev.holdpoint.cli;

import dev.holdpoint.api.event.EventBodies.RunEventEntry;
import dev.holdpoint.api.event.RunEvent;
import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.permission.PermissionBodies.PermissionBehavior;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.api.status.GateStatus;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What happened to runs, a line each: when, the event, the run, and what it was. */
public final class EventText {
  private static final int PREVIEW = 100;
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  private final PrintWriter out;
  private final Paint paint;

  public EventText(PrintWriter out, Paint paint) {
    this.out = out;
    this.paint = paint;
  }

  public void print(RunEventEntry entry) {
    String head =
        "%s  %6s  %s  "
            .formatted(
                clock(entry.timestampMs()),
                Visible.line(entry.eventId()),
                Visible.line(entry.runId()));
    String word = word(entry.event());
    String text = text(entry.event());
    String indent = "\n ".repeat(head.length());
    out.println(
        paint.dim(head)
            + painted(entry.event(), word)
            + (text.isEmpty() ? "" : "  " + text.replace("\n", indent)));
    out.flush();
  }

  /** What a stream tells and no event of a run does; the rest it tells twice. */
  public void print(StreamFrame frame) {
    switch (frame) {
      case StreamFrame.RunHappened(var entry) -> print(entry);
      case StreamFrame.StreamGap gap ->
          line(
              paint.yellow("gap"),
              "%s%d events were skipped (%s)"
                  .formatted(
                      gap.skippedIsEstimate() ? "about " : "",
                      gap.skipped(),
                      Wire.name(gap.reason())));
      // What nobody decided is no event of its run.
      case StreamFrame.ApprovalResolved settled when settled.resolution() == null ->
          line(
              word(settled.status(), settled.outcome()),
              settled.approvalId() + GateText.applied(settled.applied()));
      case StreamFrame.QuestionResolved settled when settled.resolution() == null ->
          line(
              word(settled.status(), settled.outcome()),
              settled.questionId() + GateText.applied(settled.applied()));
      case StreamFrame.RunUpdated _,
          StreamFrame.Output _,
          StreamFrame.SessionStateChanged _,
          StreamFrame.ApprovalRequested _,
          StreamFrame.ApprovalResolved _,
          StreamFrame.QuestionRequested _,
          StreamFrame.QuestionResolved _,
          StreamFrame.TextDelta _,
          StreamFrame.Heartbeat _ -> {}
      case StreamFrame.GateUpdated updated ->
          line(
              "gate updated",
              GateText.updated(updated.requestId(), updated.change(), updated.by()));
    }
  }

  private void line(String word, String text) {
    out.println(
        paint.dim(clock(System.currentTimeMillis())) + "  " + word + "  " + Visible.line(text));
    out.flush();
  }

  private static String clock(long ms) {
    return Instant.ofEpochMilli(ms).atZone(ZoneId.systemDefault()).toLocalTime().format(CLOCK);
  }

  /** Daemons of before do not say the outcome. */
  private static String word(GateStatus status, @Nullable GateOutcome outcome) {
    return outcome == null ? Wire.name(status) : GateText.past(outcome);
  }

  private static String word(RunEvent event) {
    return Wire.typeName(event.getClass()).replace('_', ' ');
  }

  private String painted(RunEvent event, String word) {
    return switch (event) {
      case RunEvent.WaitingForApproval _, RunEvent.WaitingForUserQuestion _ -> paint.yellow(word);
      case RunEvent.ApprovalEndorsed _,
          RunEvent.ApprovalStale _,
          RunEvent.AgentModeChanged _,
          RunEvent.EffectUncertain _ ->
          paint.yellow(word);
      case RunEvent.GateUpdated _ -> word;
      case RunEvent.ApprovalResolved _,
          RunEvent.UserQuestionResolved _,
          RunEvent.ParentClarificationResolved _,
          RunEvent.EffectSettled _,
          RunEvent.Completed _ ->
          paint.green(word);
      case RunEvent.Failed _, RunEvent.Interrupted _, RunEvent.Cancelled _ -> paint.red(word);
      case RunEvent.PermissionRuleApplied applied ->
          applied.behavior() == PermissionBehavior.DENY ? paint.red(word) : paint.green(word);
      case RunEvent.Output _ -> paint.cyan(word);
      case RunEvent.Accepted _, RunEvent.Queued _, RunEvent.Started _ -> word;
    };
  }

  private static String text(RunEvent event) {
    return switch (event) {
      case RunEvent.Accepted(var run) -> Visible.brief(run.request().textPreview(), PREVIEW);
      case RunEvent.Queued(var run) -> position(run);
      case RunEvent.Started _, RunEvent.Completed _, RunEvent.Interrupted _, RunEvent.Cancelled _ ->
          "";
      case RunEvent.WaitingForApproval waiting ->
          lines(
              waiting.requests().stream()
                  .map(request -> request.id() + "  " + GateText.brief(request, PREVIEW))
                  .toList());
      case RunEvent.WaitingForUserQuestion waiting ->
          lines(
              waiting.requests().stream()
                  .map(request -> request.id() + "  " + GateText.brief(request, PREVIEW))
                  .toList());
      case RunEvent.ApprovalResolved(var resolutions, var by) ->
          lines(resolutions.stream().map(sent -> ResolutionText.decided(sent, by)).toList());
      case RunEvent.ApprovalEndorsed endorsed ->
          Visible.line(
              "%s approved by %s; %d are required"
                  .formatted(endorsed.requestId(), endorsed.by(), endorsed.approvalsRequired()));
      case RunEvent.ApprovalStale stale ->
          Visible.line(
              "%s: %s changed, nothing ran; %s asks again"
                  .formatted(
                      stale.approvalId(),
                      String.join(", ", stale.changes().stream().map(WorldText::subject).toList()),
                      stale.successorId()));
      case RunEvent.GateUpdated updated ->
          GateText.updated(updated.requestId(), updated.change(), updated.by());
      case RunEvent.PermissionRuleApplied applied ->
          Visible.line(
              "%s %s, by %s of %s"
                  .formatted(
                      applied.toolName(),
                      applied.behavior() == PermissionBehavior.DENY ? "denied" : "allowed",
                      applied.rule().ruleId(),
                      applied.rule().createdBy()));
      case RunEvent.AgentModeChanged(var from, var to) ->
          Visible.line(from == null ? "to " + to : "from %s to %s".formatted(from, to));
      case RunEvent.EffectUncertain(var call, var question) ->
          Visible.line("%s left no result, see %s".formatted(call, question));
      case RunEvent.EffectSettled(var call, var resolved, var by) ->
          Visible.line("%s: %s, says %s".formatted(call, Wire.name(resolved), by));
      case RunEvent.UserQuestionResolved(var sent, var by) -> ResolutionText.answered(sent, by);
      case RunEvent.ParentClarificationResolved settled ->
          Visible.line(
              (settled.declined() ? "declined" : "answered")
                  + (settled.by() == null ? "" : " by " + settled.by())
                  + ", to child session "
                  + settled.requesterSessionId());
      case RunEvent.Output(var output, _) -> Visible.lines(output.content());
      case RunEvent.Failed(var error, _) -> Visible.lines(error);
    };
  }

  private static String position(RunView run) {
    Integer position = run.queuedPosition();
    return position == null ? "" : "at position " + position;
  }

  private static String lines(List<String> lines) {
    return String.join("\n", lines);
  }
}
