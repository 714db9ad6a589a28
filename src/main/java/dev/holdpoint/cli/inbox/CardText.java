package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ActionView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.api.gate.StandingBodies.VoteView;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.gate.TriageBodies.TriageLogEntry;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.QuestionText;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.inbox.Inbox.Item;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/** The details of a card. What would run comes first, and nothing of it is left out. */
final class CardText {
  private CardText() {}

  /**
   * @param head how many of the lines must have been seen before anybody allows it
   */
  record Details(List<AttributedString> lines, int head) {
    Details {
      lines = List.copyOf(lines);
    }
  }

  /**
   * @param behind what else is known about it
   */
  static Details of(Item item, Mode mode, CardBackground behind, int width, long nowMs) {
    WrappedLines lines = new WrappedLines(width);
    switch (item.state()) {
      case Inbox.Waiting _ -> {}
      case Inbox.Sending _ -> lines.add(Style.NOTE, "Being sent …").blank();
      case Inbox.Settled(var how, _) ->
          lines.add(Style.NOTE, "Decided: " + how + ". Press Enter for the next request.").blank();
    }
    int head =
        switch (item.card()) {
          case Card.ApprovalCard card -> approval(lines, card, mode);
          case Card.QuestionCard card -> question(lines, card, mode);
        };
    lines.blank();
    context(lines, item.card(), behind, nowMs);
    return new Details(lines.all(), head);
  }

  private static int approval(WrappedLines lines, Card.ApprovalCard card, Mode mode) {
    ApprovalRequestView request = card.row().request();
    lines.add(Style.PLAIN, Visible.line(request.toolName()) + " wants to run:");
    lines.blank();
    if (mode instanceof Mode.Confirming(var id, var input) && id.equals(card.id())) {
      lines.indented(Style.PLAIN, GateText.wanted(request));
      lines.blank();
      lines.add(Style.NOTE, "Edited by you:").blank();
      lines.indented(Style.STRONG, GateText.wanted(input));
    } else {
      lines.indented(Style.STRONG, GateText.wanted(request));
    }
    for (String asked : GateText.items(request)) {
      lines.indented(Style.STRONG, asked);
    }
    int head = lines.all().size();
    lines.blank();
    if (mode instanceof Mode.Comparing(var id, var difference) && id.equals(card.id())) {
      lines.add(Style.NOTE, "Difference to the request before:").blank();
      difference.forEach(
          line -> lines.indented(line.startsWith("  ") ? Style.PLAIN : Style.STRONG, line));
      lines.blank();
    }
    lines.fact("reason", request.reason());
    lines.fact("revises", request.revises());
    lines.fact("reply", request.reply());
    lines.fact("s, w", granted(request));
    List<ActionView> actions = request.actions();
    for (ActionView action : actions == null ? List.<ActionView>of() : actions) {
      if (!action.allowed()) {
        lines.fact(action.action(), "not possible: " + action.reason());
      }
    }
    return head;
  }

  /** What is allowed for longer may be more than what is shown; null when nothing can be. */
  private static @Nullable String granted(ApprovalRequestView request) {
    if (request.requestedItems() != null || request.toolName().equals("request_approval")) {
      return null;
    }
    return "also allow "
        + (request.toolName().equalsIgnoreCase("bash")
            ? "exactly this command"
            : "every call of " + Visible.line(request.toolName()))
        + " from now on: in this session (s), or in every session (w)";
  }

  private static int question(WrappedLines lines, Card.QuestionCard card, Mode mode) {
    String child = GateText.child(card.view());
    if (child != null) {
      lines.add(Style.NOTE, child).blank();
    }
    List<StructuredQuestion> questions = card.view().request().questions();
    boolean answering = mode instanceof Mode.Answering(var id, _, _) && id.equals(card.id());
    int at = mode instanceof Mode.Answering(_, var answers, _) && answering ? answers.size() : -1;
    for (int i = 0; i < questions.size(); i++) {
      if (answering && i != at) {
        continue;
      }
      if (questions.size() > 1) {
        lines.add(Style.DIM, "Question " + (i + 1) + " of " + questions.size());
      }
      QuestionText.lines(questions.get(i)).forEach(line -> lines.add(Style.STRONG, line));
      lines.blank();
    }
    return lines.all().size();
  }

  private static @Nullable String waits(Card card) {
    return switch (card) {
      case Card.ApprovalCard(var row) ->
          GateText.waits(row.request().waits(), row.request().keptUntilMs());
      case Card.QuestionCard(var view) ->
          GateText.waits(view.request().waits(), view.request().keptUntilMs());
    };
  }

  /** Who must agree, who has said what, and who looks after it. */
  private static void people(WrappedLines lines, Card card, CardBackground behind, long nowMs) {
    StandingView standing = card.standing();
    if (standing != null) {
      lines.fact("waits for", GateText.waitsFor(standing));
      for (VoteView vote : standing.votes()) {
        lines.fact(
            vote.vote().equals("allow") ? "yes" : "no",
            vote.by() + (vote.reason() == null ? "" : ": " + vote.reason()));
      }
    }
    GateTriage triage = card.triage();
    if (triage != null && triage.claim() != null) {
      lines.fact(
          "claimed by",
          triage.claim().by() + ", ends " + Times.from(nowMs, triage.claim().untilMs()));
    }
    if (triage != null && triage.comments() > 0) {
      lines.fact("comments", Integer.toString(triage.comments()));
    }
    for (TriageLogEntry comment : behind.comments()) {
      lines.fact("comment", comment.by() + ": " + comment.text());
    }
  }

  private static void context(WrappedLines lines, Card card, CardBackground behind, long nowMs) {
    people(lines, card, behind, nowMs);
    lines.fact("session", card.sessionId());
    lines.fact("run", card.runId());
    RunView run = behind.run();
    if (run != null) {
      lines.fact("work", run.request().textPreview());
      if (!run.outputs().isEmpty()) {
        lines.fact("said last", run.outputs().getLast().content());
      }
    }
    lines.fact(
        "raised",
        Times.at(card.createdAtMs()) + " (" + Times.from(nowMs, card.createdAtMs()) + ")");
    lines.fact("waits", waits(card));
    Long expires = card.expiresAtMs();
    if (expires != null) {
      lines.fact("expires", Times.at(expires) + " (" + Times.from(nowMs, expires) + ")");
    }
    lines.fact("id", card.id());
    if (card instanceof Card.ApprovalCard(var row)) {
      lines.fact("digest", row.request().digest());
    }
  }
}
