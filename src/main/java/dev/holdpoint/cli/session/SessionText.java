package dev.holdpoint.cli.session;

import dev.holdpoint.api.session.SessionBodies.SessionSnapshot;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.cli.RunText;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import java.io.PrintWriter;

/** A session as people read it. */
final class SessionText {
  private SessionText() {}

  static void print(SessionView session, PrintWriter out, Paint paint) {
    SessionSnapshot now = session.snapshot();
    Facts facts =
        new Facts(out, paint)
            .line("session", session.sessionId())
            .painted("status", RunText.status(now.status(), paint))
            .line("agent", session.agentId())
            .line("run", now.activeRunId())
            .line("queued", now.queuedRuns() == 0 ? null : Times.count(now.queuedRuns(), "run"))
            .line("parent", now.parentSessionId())
            .line("children", String.join(", ", now.children()))
            .line("said last", now.lastAssistantMessage())
            .line("last error", now.lastError());
    DefaultsText.print(session, facts);
    now.pendingApprovals()
        .forEach(
            approval ->
                facts.painted(
                    "approval", Visible.line(approval.id()) + "  " + GateText.brief(approval, 80)));
    now.pendingQuestions()
        .forEach(
            question ->
                facts.painted(
                    "question", Visible.line(question.id()) + "  " + GateText.brief(question, 80)));
  }
}
