package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.description.DescriptionBodies.RiskReasonView;
import dev.holdpoint.api.description.DescriptionBodies.RiskView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.ApprovalBodies.RequestedItem;
import dev.holdpoint.api.gate.EffectBodies.EffectView;
import dev.holdpoint.api.gate.HeldBodies.HeldView;
import dev.holdpoint.api.gate.OptionBodies.ApprovalOption;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.api.gate.StandingBodies.ActionView;
import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.api.gate.StandingBodies.VoteView;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.gate.TriageBodies.TriageLogEntry;
import dev.holdpoint.api.gate.WorldBodies.PreconditionView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.QuestionText;
import dev.holdpoint.cli.ShownRequest;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.WorldText;
import dev.holdpoint.cli.inbox.Inbox.Item;
import dev.holdpoint.core.rendering.Rendering;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The details of a card. What would run comes first, and nothing of it is left out. */
final class CardText {
  private CardText() {}

  /**
   * @param head how many of the lines must have been seen before anybody allows it
   */
  record Details(List<AttributedString> lines, int head, List<WrappedLines.Tracked> tracked) {
    Details {
      lines = List.copyOf(lines);
      tracked = List.copyOf(tracked);
    }
  }

  /**
   * @param behind what else is known about it
   */
  static Details of(Item item, Card card, Mode mode, CardBackground behind, int width, long nowMs) {
    WrappedLines lines = new WrappedLines(width);
    HeldView held = item.held();
    switch (item.state()) {
      case Inbox.Waiting _ when held != null ->
          lines
              .add(
                  Style.NOTE,
                  "%s by %s. Takes effect in %s."
                      .formatted(
                          held.behavior() == ApprovalBehavior.ALLOW ? "Allowed" : "Decided",
                          Visible.line(held.by()),
                          ListText.span(held.untilMs() - nowMs)))
              .blank();
      case Inbox.Waiting _ -> {}
      case Inbox.Sending _ -> lines.add(Style.NOTE, "Being sent …").blank();
      case Inbox.Settled(var how, _) ->
          lines.add(Style.NOTE, "Decided: " + how + ". Press Enter for the next request.").blank();
    }
    int head =
        switch (card) {
          case Card.ApprovalCard approval -> approval(lines, approval, mode, behind);
          case Card.QuestionCard question -> question(lines, question, mode);
        };
    lines.blank();
    context(lines, card, behind, nowMs);
    return new Details(lines.all(), head, lines.tracked());
  }

  /** What a card is about and why it is asked, in the words that every surface has. */
  private static void heading(
      WrappedLines lines, @Nullable String title, @Nullable String why, @Nullable RiskView risk) {
    if (title != null) {
      String mark = risk != null && risk.level().equals("high") ? "! High risk: " : "";
      lines.add(Style.STRONG, mark + Visible.line(title));
    }
    lines.fact("Why", why);
    lines.blank();
  }

  private static int approval(
      WrappedLines lines, Card.ApprovalCard card, Mode mode, CardBackground behind) {
    ApprovalRequestView request = card.row().request();
    heading(lines, request.title(), request.why(), request.risk());
    Map<String, String> shown = new HashMap<>();
    ShownRequest.of(request).sections().forEach(part -> shown.put(part.label(), part.text()));
    int first = lines.all().size();
    lines.add(Style.PLAIN, Visible.line(request.toolName()) + " wants to run:");
    lines.shows(first, Rendering.TOOL, shown.getOrDefault(Rendering.TOOL, ""));
    lines.fact("Server says", request.toolDescription());
    lines.blank();
    JsonNode edited = edited(mode, card.id());
    Style style = edited == null ? Style.STRONG : Style.PLAIN;
    lines.tracked(style, Rendering.COMMAND, shown.getOrDefault(Rendering.COMMAND, ""));
    if (shown.containsKey(Rendering.COMMAND) && shown.containsKey(Rendering.INPUT)) {
      lines.blank().add(Style.NOTE, "with:");
    }
    lines.tracked(style, Rendering.INPUT, shown.getOrDefault(Rendering.INPUT, ""));
    if (edited != null) {
      lines.blank();
      lines.add(Style.NOTE, "Edited by you:").blank();
      lines.indented(Style.STRONG, GateText.wanted(edited));
    }
    List<RequestedItem> items = request.requestedItems();
    List<String> asked = GateText.items(request);
    for (int i = 0; i < asked.size(); i++) {
      int row = lines.all().size();
      lines.indented(Style.STRONG, asked.get(i));
      if (items != null) {
        lines.shows(row, Rendering.ITEMS, ShownRequest.of(items.get(i)).line());
      }
    }
    for (String change : WorldText.changes(request)) {
      lines.blank().add(Style.NOTE, "Changed since the approval before:");
      lines.indented(Style.STRONG, change);
    }
    lines.blank();
    lines.trackedFact(Rendering.REASON, shown.getOrDefault(Rendering.REASON, ""));
    List<PreconditionView> preconditions = request.preconditions();
    List<String> depends = WorldText.preconditions(request);
    for (int i = 0; i < depends.size(); i++) {
      int row = lines.all().size();
      lines.fact("depends on", depends.get(i));
      if (preconditions != null) {
        lines.shows(row, Rendering.PRECONDITIONS, ShownRequest.of(preconditions.get(i)).line());
      }
    }
    lines.trackedFact(Rendering.REVISION, shown.getOrDefault(Rendering.REVISION, ""));
    risk(lines, card);
    int head = lines.all().size();
    reading(lines, mode, card);
    options(lines, request);
    if (behind.preview() != null) {
      PreviewText.add(lines, behind.preview());
      lines.blank();
    }
    lines.fact("revises", request.revises());
    lines.fact("reply", request.reply());
    List<ActionView> actions = request.actions();
    for (ActionView action : actions == null ? List.<ActionView>of() : actions) {
      if (!action.allowed()) {
        lines.fact(action.action(), "not possible: " + action.reason());
      }
    }
    return head;
  }

  /** What would run in place of what was asked; null where nobody has edited it. */
  private static @Nullable JsonNode edited(Mode mode, String cardId) {
    return switch (mode) {
      case Mode.Confirming(var id, var input) when id.equals(cardId) -> input;
      case Mode.Affirming(var id, var allow, _) when id.equals(cardId) -> allow.instead();
      default -> null;
    };
  }

  /** Where to look twice; at high risk, why it takes a typed word to allow it. */
  private static void risk(WrappedLines lines, Card.ApprovalCard card) {
    RiskView risk = card.row().request().risk();
    if (risk != null && !risk.reasons().isEmpty()) {
      lines.fact(
          card.isHighRisk() ? "high risk" : "look twice",
          risk.reasons().stream()
              .map(RiskReasonView::message)
              .distinct()
              .collect(Collectors.joining("; ")));
    }
  }

  /** What was asked for about the card: what a revision changes, or what led to it. */
  private static void reading(WrappedLines lines, Mode mode, Card card) {
    if (mode instanceof Mode.Reading(var id, _, var heading, var text) && id.equals(card.id())) {
      lines.blank().add(Style.NOTE, heading).blank();
      text.forEach(
          line -> lines.indented(line.startsWith("  ") ? Style.PLAIN : Style.STRONG, line));
      lines.blank();
    }
  }

  /** The agent's own choices, with the key of each. */
  private static void options(WrappedLines lines, ApprovalRequestView request) {
    List<ApprovalOption> options = request.options();
    for (int i = 0; options != null && i < Math.min(9, options.size()); i++) {
      ApprovalOption option = options.get(i);
      lines.fact(
          Integer.toString(i + 1),
          option.name() + " (" + Wire.name(option.kind()).replace('_', ' ') + ")");
    }
  }

  private static int question(WrappedLines lines, Card.QuestionCard card, Mode mode) {
    String child = GateText.child(card.view());
    if (child != null) {
      lines.add(Style.NOTE, child).blank();
    }
    EffectView effect = card.view().request().effect();
    if (effect != null) {
      int head = effect(lines, effect);
      reading(lines, mode, card);
      return head;
    }
    lines.fact("Why", card.view().request().why());
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
    int head = lines.all().size();
    reading(lines, mode, card);
    return head;
  }

  /** The call that left no result, in full; where and when it was started. */
  private static int effect(WrappedLines lines, EffectView effect) {
    lines.add(Style.NOTE, "Did this happen?").blank();
    lines.add(Style.PLAIN, Visible.line(effect.toolName()) + " was started and left no result:");
    lines.blank();
    lines.indented(Style.STRONG, GateText.wanted(effect.input()));
    int head = lines.all().size();
    lines.blank();
    lines.fact("started", Times.at(effect.startedAtMs()));
    lines.fact("node", effect.node());
    lines.fact("attempt", Integer.toString(effect.attempt()));
    lines.fact("left over", effect.leftover() ? "its processes were stopped" : null);
    lines.fact("y", "it happened: the agent reads so and continues");
    lines.fact("n", "it did not happen: the call runs once more, or is asked about again");
    lines.fact("u", "unknown: the agent continues without its result");
    return head;
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
