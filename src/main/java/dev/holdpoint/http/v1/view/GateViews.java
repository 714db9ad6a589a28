package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalDecision;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalEndorsement;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalScope;
import dev.holdpoint.api.gate.ApprovalBodies.GateWaits;
import dev.holdpoint.api.gate.ApprovalBodies.RequestedItem;
import dev.holdpoint.api.gate.QuestionBodies.DefaultAnswer;
import dev.holdpoint.api.gate.QuestionBodies.Option;
import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.gate.QuestionBodies.QuestionDecision;
import dev.holdpoint.api.gate.QuestionBodies.QuestionLink;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.api.gate.QuestionBodies.UserQuestionRequestView;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.status.AppliedEnding;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.api.status.RunKind;
import dev.holdpoint.core.description.AskedQuestion;
import dev.holdpoint.core.description.Description;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.policy.GatePolicy;
import dev.holdpoint.core.policy.OnExpiry;
import dev.holdpoint.core.run.Requester;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageState;
import dev.holdpoint.engine.external.Awaited;
import dev.holdpoint.engine.json.Descriptions;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.standing.EditPlaces;
import dev.holdpoint.engine.standing.Judgement;
import dev.holdpoint.http.v1.call.JsonNodes;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Approvals and questions as a client sees them. */
public final class GateViews {
  private final WireJson json;
  private final BiFunction<Run, Gate, Judgement> standings;
  private final boolean now;
  private final Function<Run, Optional<Awaited>> waiting;
  private final Function<Approval, @Nullable String> successors;
  private final WorldViews world;
  private final Function<Run, DescribedViews.Asker> askers;
  private final EditPlaces places;

  /**
   * @param standings what policies make of the votes on a gate
   * @param now whether what is shown is the present; the past says nothing of what holds now
   * @param waiting who waits for the gate of a run
   * @param successors the approval that took the place of another
   * @param world whether what approvals depend on still stands
   * @param askers who asks, by name
   * @param places which places of an input people may change
   */
  GateViews(
      WireJson json,
      BiFunction<Run, Gate, Judgement> standings,
      boolean now,
      Function<Run, Optional<Awaited>> waiting,
      Function<Approval, @Nullable String> successors,
      WorldViews world,
      Function<Run, DescribedViews.Asker> askers,
      EditPlaces places) {
    this.askers = askers;
    this.places = places;
    this.world = world;
    this.successors = successors;
    this.waiting = waiting;
    this.json = json;
    this.standings = standings;
    this.now = now;
  }

  public ApprovalRequestView request(Run run, Approval approval, long nowMs) {
    ToolCall call = run.call(approval.callId());
    Judgement judged = standings.apply(run, approval);
    GatePolicy policy = judged.policy();
    List<ApprovalEndorsement> endorsed = StandingViews.endorsements(approval);
    Description said = Descriptions.of(run, approval, policy);
    DescribedViews.Asker asker = askers.apply(run);
    boolean several = policy.yeses() > 1 || !endorsed.isEmpty();
    Awaited awaited = approval.isPending() ? waiting.apply(run).orElse(null) : null;
    return new ApprovalRequestView(
        approval.id(),
        approval.callId(),
        call.tool(),
        JsonNodes.of(call.input()),
        approval.reason(),
        ApprovalScope.SESSION,
        approval.createdAtMs(),
        approval.expiresAtMs(),
        HeldViews.of(approval),
        approval.revision(),
        approval.digest(),
        approval.patternKeys(),
        items(approval),
        policy.signatureRequired(),
        policy.assertionVersion(),
        judged.stepUp() ? "passkey" : null,
        several ? policy.yeses() : null,
        several ? endorsed : null,
        GateActions.options(approval),
        approval.isPersonOnly() ? true : null,
        approval.isDenyFirst() ? ApprovalBehavior.DENY : null,
        waits(awaited),
        keptUntilMs(awaited),
        onExpiry(judged, Applied.FAIL),
        DescribedViews.risk(said.risk()),
        places.of(run, approval, judged.named()),
        approval.chain() == null ? null : approval.chain().revises(),
        approval.chain() == null ? null : approval.chainId(),
        successors.apply(approval),
        approval.chain() == null ? null : approval.chain().reply(),
        now ? StandingViews.of(judged, nowMs) : null,
        approval.isPending() ? GateActions.of(places, run, approval, judged, nowMs) : null,
        world.preconditions(run, approval),
        world.changes(approval),
        said.title(),
        said.summary(),
        said.why(),
        DescribedViews.kind(said.kind()),
        DescribedViews.facts(said.facts()),
        approval.toolDescription(),
        asker.name(),
        asker.lineage());
  }

  private @Nullable List<RequestedItem> items(Approval approval) {
    return approval.requestedItems() == null
        ? null
        : List.of(json.stored(approval.requestedItems().text(), RequestedItem[].class));
  }

  /** Null where it is what everybody expects, and where it is over. */
  private static @Nullable AppliedEnding onExpiry(Judgement judged, Applied usual) {
    GatePolicy policy = judged.policy();
    OnExpiry applies = policy.onExpiry();
    return (policy.named() == null && policy.asked() == null)
            || applies.name().equals(usual.name())
            || !judged.gate().isPending()
        ? null
        : AppliedEnding.valueOf(applies.name());
  }

  private static @Nullable GateWaits waits(@Nullable Awaited awaited) {
    return awaited == null ? null : GateWaits.valueOf(awaited.who().name());
  }

  private static @Nullable Long keptUntilMs(@Nullable Awaited awaited) {
    return awaited == null ? null : awaited.keptUntilMs();
  }

  public UserQuestionRequestView request(Run run, Question question, long nowMs) {
    Awaited awaited = question.isPending() ? waiting.apply(run).orElse(null) : null;
    Judgement judged = standings.apply(run, question);
    AskedQuestion said = Descriptions.of(question);
    DescribedViews.Asker asker = askers.apply(run);
    return new UserQuestionRequestView(
        question.id(),
        question.callId(),
        1,
        Digests.of(question),
        questions(question),
        question.createdAtMs(),
        question.expiresAtMs(),
        question.partialAnswers().isEmpty() ? null : answers(question.partialAnswers()),
        JsonNodes.orNull(question.form()),
        question.link() == null
            ? null
            : new QuestionLink(question.link().url(), question.link().host()),
        waits(awaited),
        keptUntilMs(awaited),
        EffectViews.or(
            question, onExpiry(judged, run.isClarification() ? Applied.DECLINE : Applied.CANCEL)),
        now ? StandingViews.of(judged, nowMs) : null,
        isOpenHere(run, question) ? GateActions.of(run, question, judged, nowMs) : null,
        EffectViews.purpose(question),
        EffectViews.of(question),
        said.title(),
        said.summary(),
        Descriptions.askedBy(run, question),
        asker.name(),
        asker.lineage());
  }

  /** A child's run shows what it has asked its parent; whoever wants to answer goes there. */
  private static boolean isOpenHere(Run run, Question question) {
    return question.isPending() && run.question(question.id()).isPresent();
  }

  private static List<QuestionAnswer> answers(List<Answer> answers) {
    return answers.stream()
        .map(a -> new QuestionAnswer(a.questionId(), a.selectedOptionIds(), a.freeformAnswer()))
        .toList();
  }

  public static List<StructuredQuestion> questions(Question question) {
    return question.questions().stream().map(GateViews::structured).toList();
  }

  private static StructuredQuestion structured(
      dev.holdpoint.core.gate.StructuredQuestion question) {
    return new StructuredQuestion(
        question.id(),
        question.header(),
        question.question(),
        question.options().stream()
            .map(o -> new Option(o.id(), o.label(), o.description(), o.preview()))
            .toList(),
        question.multiSelect(),
        question.optional() ? true : null,
        question.closed() ? true : null,
        question.answerByDefault() == null
            ? null
            : new DefaultAnswer(
                question.answerByDefault().selectedOptionIds(),
                question.answerByDefault().freeformAnswer()));
  }

  public ApprovalRow row(Run run, Approval approval, long nowMs) {
    return row(run, approval, nowMs, null);
  }

  /**
   * @param triage what people did about it; null where they did nothing, and for agents
   */
  public ApprovalRow row(Run run, Approval approval, long nowMs, @Nullable Triage triage) {
    return new ApprovalRow(
        run.head().sessionId(),
        run.head().agentId(),
        run.id(),
        RunKind.valueOf(run.head().originKind().name()),
        status(approval),
        request(run, approval, nowMs),
        decision(approval),
        null,
        triage(approval, triage, nowMs));
  }

  static GateStatus status(Approval approval) {
    return switch (approval.state()) {
      case ApprovalState.Pending _ -> GateStatus.PENDING;
      case ApprovalState.Allowed _, ApprovalState.Denied _ -> GateStatus.RESOLVED;
      case ApprovalState.Expired _ -> GateStatus.EXPIRED;
      case ApprovalState.Withdrawn _ -> GateStatus.WITHDRAWN;
    };
  }

  static GateStatus status(Question question) {
    return switch (question.state()) {
      case QuestionState.Pending _ -> GateStatus.PENDING;
      case QuestionState.Answered _, QuestionState.Declined _, QuestionState.Cancelled _ ->
          GateStatus.RESOLVED;
      case QuestionState.Expired _ -> GateStatus.EXPIRED;
      case QuestionState.Withdrawn _ -> GateStatus.WITHDRAWN;
    };
  }

  static GateOutcome outcome(GateState.Settled settled) {
    return GateOutcome.valueOf(settled.outcome().name());
  }

  static @Nullable AppliedEnding applied(GateState.Settled settled) {
    Applied applied = settled.applied();
    return applied == null ? null : AppliedEnding.valueOf(applied.name());
  }

  private @Nullable ApprovalDecision decision(Approval approval) {
    if (!(approval.state() instanceof ApprovalState.Settled settled)) {
      return null;
    }
    JsonNode sent = approval.sent() == null ? null : json.tree(approval.sent().text());
    return new ApprovalDecision(
        settled.by(),
        settled.atMs(),
        settled.behavior(),
        outcome(settled),
        applied(settled),
        settled instanceof ApprovalState.Allowed allowed
            ? JsonNodes.orNull(allowed.updatedInput())
            : null,
        note(sent),
        text(sent, "reason"),
        text(sent, "response"),
        RuleViews.idOf(settled),
        StandingViews.votes(approval),
        StandingViews.policy(approval.ruling()),
        settled instanceof ApprovalState.Allowed ? Permit.idOf(approval.id()) : null,
        null,
        RenderedViews.of(sent));
  }

  /** What was said along with a signed decision is a note there. */
  private static @Nullable String note(@Nullable JsonNode sent) {
    String justification = text(sent, "justification");
    return justification == null ? text(sent, "note") : justification;
  }

  private static @Nullable String text(@Nullable JsonNode node, String member) {
    JsonNode value = node == null ? null : node.get(member);
    return value != null && value.isString() ? value.stringValue() : null;
  }

  private static @Nullable GateTriage triage(Gate gate, @Nullable Triage triage, long nowMs) {
    return triage == null ? null : TriageViews.of(TriageState.of(triage, gate.isPending(), nowMs));
  }

  public PendingQuestionView row(Run run, Question question, long nowMs) {
    return row(run, question, nowMs, null);
  }

  /**
   * @param triage what people did about it; null where they did nothing, and for agents
   */
  public PendingQuestionView row(Run run, Question question, long nowMs, @Nullable Triage triage) {
    boolean pending = question.isPending();
    Requester child = run.head().requester();
    Requester.Contexts own = child == null ? Requester.Contexts.NONE : child.own();
    Requester.Contexts parent = child == null ? Requester.Contexts.NONE : child.parent();
    return new PendingQuestionView(
        run.head().sessionId(),
        run.head().agentId(),
        run.id(),
        RunKind.valueOf(run.head().originKind().name()),
        child == null ? null : child.agentId(),
        child == null ? null : child.sessionId(),
        child == null ? null : child.runId(),
        child == null ? null : child.callId(),
        own.projectIds(),
        own.channelIds(),
        parent.projectIds(),
        parent.channelIds(),
        request(run, question, nowMs),
        status(question),
        pending ? null : decision(question),
        null,
        triage(question, triage, nowMs));
  }

  private @Nullable QuestionDecision decision(Question question) {
    if (!(question.state() instanceof QuestionState.Settled settled)) {
      return null;
    }
    List<QuestionAnswer> answers =
        settled instanceof QuestionState.Answered answered
            ? answers(answered.answers())
            : settled instanceof QuestionState.Expired expired
                ? answers(expired.answers())
                : List.of();
    String justification =
        switch (settled) {
          case QuestionState.Declined declined -> declined.justification();
          case QuestionState.Cancelled cancelled -> cancelled.justification();
          // A note beside the answers is no part of them; it is kept as it was sent.
          case QuestionState.Answered _ ->
              question.sent() == null
                  ? null
                  : text(json.tree(question.sent().text()), "justification");
          case QuestionState.Expired _, QuestionState.Withdrawn _ -> null;
        };
    return new QuestionDecision(
        settled.by(),
        settled.atMs(),
        settled.behavior(),
        outcome(settled),
        applied(settled),
        answers,
        justification,
        StandingViews.policy(question.ruling()));
  }

  static GateStatus status(GateState.Status status) {
    return GateStatus.valueOf(status.name());
  }
}
