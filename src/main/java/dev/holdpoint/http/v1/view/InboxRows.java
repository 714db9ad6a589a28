package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.description.DescriptionBodies.LineageView;
import dev.holdpoint.api.description.DescriptionBodies.RiskReasonView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalDecision;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.InboxBodies.InboxResolution;
import dev.holdpoint.api.gate.InboxBodies.InboxRisk;
import dev.holdpoint.api.gate.InboxBodies.InboxRow;
import dev.holdpoint.api.gate.InboxBodies.InboxStanding;
import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.QuestionBodies.QuestionDecision;
import dev.holdpoint.api.gate.QuestionBodies.UserQuestionRequestView;
import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.description.Description;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.engine.inbox.InboxGate;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Rows of the inbox: the words of the other lists, without the input. */
public final class InboxRows {
  /** The most bytes of a row. */
  public static final int MOST_BYTES = 4_096;

  private static final int FEW = 5;
  private static final int SHORT = 60;

  /** What is shortened where a row is too long, one after the other, until it fits. */
  private static final List<UnaryOperator<Parts>> SHORTER =
      List.of(
          parts -> parts.triage(brief(parts.triage, FEW)),
          parts -> parts.why(cut(parts.why, 200)),
          parts -> parts.facts(null),
          parts -> parts.lineage(parts.lineage == null ? null : last(parts.lineage, 2)),
          parts -> parts.summary(cut(parts.summary, 100)),
          parts -> parts.triage(brief(parts.triage, 0)),
          parts -> parts.why(cut(parts.why, SHORT)),
          parts -> parts.lineage(null),
          parts -> parts.standing(cut(parts.standing, SHORT)),
          parts -> parts.agentName(cut(parts.agentName, SHORT)),
          parts -> parts.summary(null).why(null));

  private final WireJson json;
  private final GateViews gates;

  public InboxRows(WireJson json, GateViews gates) {
    this.json = json;
    this.gates = gates;
  }

  /** The members that may be long, and may be shortened. */
  private record Parts(
      @Nullable String agentName,
      @Nullable String summary,
      @Nullable String why,
      @Nullable JsonNode facts,
      @Nullable List<LineageView> lineage,
      @Nullable InboxStanding standing,
      @Nullable GateTriage triage) {
    Parts agentName(@Nullable String other) {
      return new Parts(other, summary, why, facts, lineage, standing, triage);
    }

    Parts summary(@Nullable String other) {
      return new Parts(agentName, other, why, facts, lineage, standing, triage);
    }

    Parts why(@Nullable String other) {
      return new Parts(agentName, summary, other, facts, lineage, standing, triage);
    }

    Parts facts(@Nullable JsonNode other) {
      return new Parts(agentName, summary, why, other, lineage, standing, triage);
    }

    Parts lineage(@Nullable List<LineageView> other) {
      return new Parts(agentName, summary, why, facts, other, standing, triage);
    }

    Parts standing(@Nullable InboxStanding other) {
      return new Parts(agentName, summary, why, facts, lineage, other, triage);
    }

    Parts triage(@Nullable GateTriage other) {
      return new Parts(agentName, summary, why, facts, lineage, standing, other);
    }
  }

  /**
   * @param asker who asks a question; approvals are shown with theirs
   * @param triage what people did about it; null where they did nothing, and for agents
   */
  public InboxRow row(
      InboxGate gate,
      String sessionTitle,
      Supplier<DescribedViews.Asker> asker,
      @Nullable Triage triage,
      long nowMs) {
    return switch (gate.gate()) {
      case Approval approval -> approval(gate.run(), approval, sessionTitle, triage, nowMs);
      case Question question ->
          question(gate.run(), question, sessionTitle, asker.get(), triage, nowMs);
    };
  }

  private InboxRow approval(
      Run run, Approval approval, String title, @Nullable Triage triage, long nowMs) {
    ApprovalRow row = gates.row(run, approval, nowMs, triage);
    ApprovalRequestView request = row.request();
    ApprovalDecision decided = row.resolution();
    return fitting(
        parts ->
            new InboxRow(
                "approval",
                request.id(),
                row.status(),
                row.sessionId(),
                title,
                run.head().tenantId(),
                row.agentId(),
                parts.agentName,
                row.runId(),
                request.title(),
                parts.summary,
                parts.why,
                request.kind(),
                request.toolName(),
                parts.facts,
                request.risk() == null
                    ? null
                    : new InboxRisk(
                        request.risk().level(),
                        request.risk().reasons().stream().map(RiskReasonView::code).toList()),
                request.createdAtMs(),
                request.expiresAtMs(),
                request.revision(),
                request.digest(),
                request.signatureRequired(),
                request.held(),
                parts.lineage,
                parts.standing,
                parts.triage,
                decided == null ? null : decided.outcome(),
                decided == null
                    ? null
                    : new InboxResolution(decided.by(), decided.atMs(), decided.ruleId())),
        new Parts(
            request.agentName(),
            request.summary(),
            request.why(),
            request.facts(),
            request.lineage(),
            standing(request.standing()),
            row.triage()));
  }

  private InboxRow question(
      Run run,
      Question question,
      String title,
      DescribedViews.Asker asker,
      @Nullable Triage triage,
      long nowMs) {
    PendingQuestionView row = gates.row(run, question, nowMs, triage);
    UserQuestionRequestView request = row.request();
    QuestionDecision decided = row.resolution();
    return fitting(
        parts ->
            new InboxRow(
                "question",
                request.id(),
                GateViews.status(question),
                row.sessionId(),
                title,
                run.head().tenantId(),
                row.agentId(),
                parts.agentName,
                row.runId(),
                request.title(),
                parts.summary,
                parts.why,
                null,
                tool(run, question),
                null,
                null,
                request.createdAtMs(),
                request.expiresAtMs(),
                request.revision(),
                request.digest(),
                null,
                null,
                parts.lineage,
                parts.standing,
                parts.triage,
                decided == null ? null : decided.outcome(),
                decided == null ? null : new InboxResolution(decided.by(), decided.atMs(), null)),
        new Parts(
            asker.name(),
            request.summary(),
            request.why(),
            null,
            asker.lineage(),
            standing(request.standing()),
            row.triage()));
  }

  private static @Nullable String tool(Run run, Question question) {
    return run.calls().stream()
        .map(Call::call)
        .filter(call -> call.id().equals(question.callId()))
        .map(ToolCall::tool)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable InboxStanding standing(@Nullable StandingView standing) {
    return standing == null ? null : new InboxStanding(standing.summary(), standing.state());
  }

  /** The row, or a shorter one of the same gate. */
  private InboxRow fitting(Function<Parts, InboxRow> row, Parts whole) {
    Parts parts = whole;
    InboxRow made = row.apply(parts);
    for (UnaryOperator<Parts> step : SHORTER) {
      if (json.write(made).length <= MOST_BYTES) {
        return made;
      }
      parts = step.apply(parts);
      made = row.apply(parts);
    }
    return made;
  }

  private static @Nullable String cut(@Nullable String text, int most) {
    return text == null ? null : Description.cut(text, most);
  }

  private static @Nullable InboxStanding cut(@Nullable InboxStanding standing, int most) {
    return standing == null
        ? null
        : new InboxStanding(Description.cut(standing.summary(), most), standing.state());
  }

  private static @Nullable GateTriage brief(@Nullable GateTriage triage, int most) {
    return triage == null
        ? null
        : new GateTriage(
            last(triage.seen(), most),
            triage.claim(),
            last(triage.snoozes(), most),
            last(triage.watchers(), most),
            triage.reminded(),
            triage.comments());
  }

  private static <T> List<T> last(List<T> all, int most) {
    return all.subList(Math.max(0, all.size() - most), all.size());
  }
}
