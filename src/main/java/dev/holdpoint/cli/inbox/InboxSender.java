package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalDecision;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalGrant;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.QuestionBodies.PendingQuestionView;
import dev.holdpoint.api.gate.QuestionBodies.QuestionDecision;
import dev.holdpoint.api.gate.QuestionBodies.QuestionResolution;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import dev.holdpoint.api.problem.ProblemBodies.ProblemBody;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.api.status.GateStatus;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.ListFlags;
import dev.holdpoint.cli.RefusalText;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.GateFilter;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.QuestionClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.stream.EventStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads what waits and sends what was decided. Every call may take its time. */
final class InboxSender {
  private final HoldpointClient client;
  private final @Nullable String sessionId;

  /**
   * @param sessionId null is every session
   */
  InboxSender(HoldpointClient client, @Nullable String sessionId) {
    this.client = client;
    this.sessionId = sessionId;
  }

  List<ApprovalRow> approvals() throws CallFailed {
    return ListFlags.everything(
        wish -> client.approvals().page(sessionId, GateFilter.PENDING, wish));
  }

  List<PendingQuestionView> questions() throws CallFailed {
    return ListFlags.everything(
        wish -> client.questions().page(sessionId, GateFilter.PENDING, wish));
  }

  InboxEvent.Listed all() throws CallFailed {
    List<Card> cards = new ArrayList<>();
    approvals().forEach(row -> cards.add(new Card.ApprovalCard(row)));
    questions().forEach(view -> cards.add(new Card.QuestionCard(view)));
    return new InboxEvent.Listed(cards);
  }

  RunView run(String runId) throws CallFailed {
    return client.runs().find(runId);
  }

  EventStream stream() {
    return sessionId == null
        ? client.events().all(null)
        : client.events().ofSession(sessionId, null);
  }

  /** What a frame of the stream means for the inbox; null when it means nothing. */
  @Nullable InboxEvent read(StreamFrame frame) throws CallFailed {
    return switch (frame) {
      case StreamFrame.ApprovalRequested(var approval, _, _, _) ->
          arrived(new Card.ApprovalCard(client.approvals().find(approval.id())));
      case StreamFrame.QuestionRequested(var question, _, _, _) ->
          arrived(new Card.QuestionCard(client.questions().find(question.id())));
      case StreamFrame.ApprovalResolved settled ->
          new InboxEvent.Settled(
              settled.approvalId(), how(settled.status(), settled.outcome(), settled.by()));
      case StreamFrame.QuestionResolved settled ->
          new InboxEvent.Settled(
              settled.questionId(), how(settled.status(), settled.outcome(), settled.by()));
      case StreamFrame.StreamGap _ -> new InboxEvent.Connected();
      case StreamFrame.RunHappened _,
          StreamFrame.RunUpdated _,
          StreamFrame.Output _,
          StreamFrame.SessionStateChanged _,
          StreamFrame.GateUpdated _,
          StreamFrame.TextDelta _,
          StreamFrame.Heartbeat _ ->
          null;
    };
  }

  /** It may have been settled before it was read. */
  private static InboxEvent arrived(Card card) {
    String how = settled(card);
    return how == null ? new InboxEvent.Arrived(card) : new InboxEvent.Settled(card.id(), how);
  }

  private static String how(GateStatus status, @Nullable GateOutcome outcome, @Nullable String by) {
    String word = outcome == null ? Wire.name(status) : GateText.past(outcome);
    return Visible.line(by == null ? word : word + " by " + by);
  }

  /** How a card was settled; null while it waits. */
  private static @Nullable String settled(Card card) {
    return switch (card) {
      case Card.ApprovalCard(var row) -> {
        ApprovalDecision decision = row.resolution();
        yield decision == null ? null : GateText.decided(decision);
      }
      case Card.QuestionCard(var view) -> {
        QuestionDecision decision = view.resolution();
        yield decision == null ? null : GateText.decided(decision);
      }
    };
  }

  private static ApprovalResolution denial(
      Card.ApprovalCard card, ApprovalBehavior behavior, @Nullable String words) {
    boolean responds = behavior == ApprovalBehavior.RESPOND;
    return new ApprovalResolution(
        card.id(),
        behavior,
        null,
        null,
        responds ? null : words,
        card.row().request().digest(),
        null,
        null,
        null,
        responds ? words : null);
  }

  private static String done(ApprovalBehavior behavior) {
    return switch (behavior) {
      case REQUEST_CHANGES -> "changes requested by you";
      case ASK_BACK -> "asked back by you";
      case RESPOND -> "answered by you in the tool's place";
      case ALLOW, DENY -> "denied by you";
    };
  }

  /** Does it, and tells what came of it. */
  InboxEvent send(Effect effect) {
    return switch (effect) {
      case Effect.Allow(var card, var instead, var reach) ->
          decide(
              card,
              new ApprovalResolution(
                  card.id(),
                  ApprovalBehavior.ALLOW,
                  instead,
                  null,
                  null,
                  card.row().request().digest(),
                  reach == null ? null : new ApprovalGrant(reach, null, null, null)),
              allowed(instead, reach));
      case Effect.Deny(var card, var behavior, var words) ->
          decide(card, denial(card, behavior, words), done(behavior));
      case Effect.Answer(var card, var answers) ->
          sent(
              card,
              "answered by you",
              () ->
                  client
                      .questions()
                      .resolve(
                          card.runId(), new QuestionResolution(card.id(), answers, null, null)));
      case Effect.Decline(var card) ->
          sent(
              card,
              "declined by you",
              () ->
                  client
                      .questions()
                      .resolve(card.runId(), QuestionClient.decline(card.id(), null)));
      case Effect.Look(var card) -> look(card);
      case Effect.Compare(var card) -> compare(card);
      case Effect.Refresh() -> refresh();
      case Effect.Quit _, Effect.Edit _ -> new InboxEvent.Tick();
    };
  }

  private static String allowed(@Nullable JsonNode instead, @Nullable PermissionScopeKind reach) {
    return switch (reach) {
      case null -> instead == null ? "allowed by you" : "allowed by you, edited";
      case SESSION -> "allowed by you and remembered for this session";
      case PROJECT, USER -> "allowed by you and remembered for all sessions";
    };
  }

  private InboxEvent decide(Card.ApprovalCard card, ApprovalResolution resolution, String how) {
    return sent(card, how, () -> client.approvals().resolve(card.runId(), resolution));
  }

  private interface Sending {
    RunView send() throws CallFailed;
  }

  private InboxEvent sent(Card card, String how, Sending sending) {
    try {
      sending.send();
      return new InboxEvent.Sent(card.id(), how);
    } catch (CallFailed e) {
      boolean before = e.problem().map(ProblemBody::resolution).isPresent();
      return before ? look(card) : new InboxEvent.Failed(card.id(), RefusalText.told(e));
    }
  }

  private InboxEvent look(Card card) {
    try {
      Card now =
          switch (card) {
            case Card.ApprovalCard _ -> new Card.ApprovalCard(client.approvals().find(card.id()));
            case Card.QuestionCard _ -> new Card.QuestionCard(client.questions().find(card.id()));
          };
      String how = settled(now);
      return new InboxEvent.Settled(card.id(), how == null ? "it is no longer pending" : how);
    } catch (CallFailed e) {
      return new InboxEvent.Failed(card.id(), RefusalText.told(e));
    }
  }

  private InboxEvent compare(Card.ApprovalCard card) {
    try {
      return new InboxEvent.Compared(
          card.id(), RevisionText.of(client.approvals().revisions(card.id()), card.row()));
    } catch (CallFailed e) {
      return new InboxEvent.Failed(card.id(), RefusalText.told(e));
    }
  }

  private InboxEvent refresh() {
    try {
      return all();
    } catch (CallFailed e) {
      return new InboxEvent.Lost(RefusalText.told(e));
    }
  }
}
