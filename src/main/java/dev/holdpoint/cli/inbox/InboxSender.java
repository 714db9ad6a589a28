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
import dev.holdpoint.api.gate.RenderingBodies.RenderedRequest;
import dev.holdpoint.api.gate.TriageBodies.GateChangeWord;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.gate.TriageBodies.TriageAction;
import dev.holdpoint.api.gate.TriageBodies.TriageRequest;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads what waits and sends what was decided. Every call may take its time. */
final class InboxSender {
  private final HoldpointClient client;
  private final @Nullable String sessionId;
  private final @Nullable String audience;

  /**
   * @param sessionId null is every session
   * @param audience whose requests: me, {@code person:…} or {@code group:…}; null is everybody's
   */
  InboxSender(HoldpointClient client, @Nullable String sessionId, @Nullable String audience) {
    this.client = client;
    this.sessionId = sessionId;
    this.audience = audience;
  }

  private GateFilter filter() {
    return audience == null ? GateFilter.PENDING : GateFilter.waitingFor(audience);
  }

  List<ApprovalRow> approvals() throws CallFailed {
    return ListFlags.everything(wish -> client.approvals().page(sessionId, filter(), wish));
  }

  List<PendingQuestionView> questions() throws CallFailed {
    return ListFlags.everything(wish -> client.questions().page(sessionId, filter(), wish));
  }

  InboxEvent.Listed all() throws CallFailed {
    List<Card> cards = new ArrayList<>();
    for (ApprovalRow row : approvals()) {
      cards.add(new Card.ApprovalCard(whole(row)));
    }
    questions().forEach(view -> cards.add(new Card.QuestionCard(view)));
    return new InboxEvent.Listed(cards);
  }

  /** A list does not show what has changed of a target; the approval by itself does. */
  private ApprovalRow whole(ApprovalRow listed) throws CallFailed {
    return listed.request().changes() == null
        ? listed
        : client.approvals().find(listed.request().id());
  }

  /** What is shown of a card beside what it asks for. */
  CardBackground behind(Card card) throws CallFailed {
    GateTriage triage = card.triage();
    return new CardBackground(
        client.runs().find(card.runId()),
        triage == null || triage.comments() == 0
            ? List.of()
            : client.triage().find(card.id()).log().stream()
                .filter(entry -> entry.change() == GateChangeWord.COMMENTED)
                .toList()
                .reversed());
  }

  /** Says that the card was on the screen. Nothing depends on it, so a refusal is not shown. */
  void seen(String id) {
    try {
      client.triage().act(id, TriageRequest.of(TriageAction.SEEN));
    } catch (CallFailed _) {
      // The next look tells it.
    }
  }

  EventStream stream() {
    return sessionId == null
        ? client.events().all(null)
        : client.events().ofSession(sessionId, null);
  }

  /** What a frame of the stream means for the inbox; null when it means nothing. */
  @Nullable InboxEvent read(StreamFrame frame) throws CallFailed {
    return switch (frame) {
      // Whether it is for these people is for the daemon to say.
      case StreamFrame.ApprovalRequested _,
          StreamFrame.QuestionRequested _,
          StreamFrame.GateUpdated _
          when audience != null ->
          refresh();
      case StreamFrame.GateUpdated told -> updated(told.requestId());
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
          StreamFrame.TextDelta _,
          StreamFrame.Heartbeat _ ->
          null;
    };
  }

  private Card find(String id) throws CallFailed {
    return id.startsWith("qst_")
        ? new Card.QuestionCard(client.questions().find(id))
        : new Card.ApprovalCard(client.approvals().find(id));
  }

  private InboxEvent updated(String id) throws CallFailed {
    Card card = find(id);
    String how = settled(card);
    return how == null ? new InboxEvent.Updated(card, "") : new InboxEvent.Settled(card.id(), how);
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
            responds ? words : null)
        .ofRevision(card.row().request().revision());
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
    return send(effect, null);
  }

  /**
   * @param rendered what was on the screen of the request that is decided; null for anything else
   */
  InboxEvent send(Effect effect, @Nullable RenderedRequest rendered) {
    return switch (effect) {
      case Effect.Allow(var card, _, var reach) when reach != null && key(card) == null ->
          new InboxEvent.Failed(card.id(), "This request can only be allowed once: press a.");
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
                      reach == null ? null : grant(card, reach))
                  .ofRevision(card.row().request().revision(), rendered),
              allowed(instead, reach));
      case Effect.Deny(var card, var behavior, var words) ->
          decide(
              card,
              denial(card, behavior, words).ofRevision(card.row().request().revision(), rendered),
              done(behavior));
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
      case Effect.Claim(var card) -> claim(card);
      case Effect.Snooze(var card, var time) ->
          time.isZero()
              ? triaged(card, TriageRequest.of(TriageAction.WAKE), "The snooze has ended.")
              : triaged(
                  card,
                  new TriageRequest(
                      TriageAction.SNOOZE,
                      null,
                      null,
                      null,
                      System.currentTimeMillis() + time.toMillis(),
                      null,
                      null),
                  "Snoozed. Your list 'inbox --for me' does not show it until then.");
      case Effect.Comment(var card, var text) ->
          triaged(
              card,
              new TriageRequest(TriageAction.COMMENT, null, null, null, null, text, null),
              "Comment saved. Agents do not see it.");
      case Effect.Look(var card) -> look(card);
      case Effect.Compare(var card) -> compare(card);
      case Effect.Refresh() -> refresh();
      case Effect.Quit _, Effect.Edit _ -> new InboxEvent.Tick();
    };
  }

  private static @Nullable String key(Card.ApprovalCard card) {
    return CardText.key(card.row().request());
  }

  /** The pattern that the card names, for a working day: nothing here asks for more. */
  static ApprovalGrant grant(Card.ApprovalCard card, PermissionScopeKind reach) {
    return new ApprovalGrant(
        reach, key(card), System.currentTimeMillis() + Duration.ofHours(8).toMillis(), null);
  }

  private static String allowed(@Nullable JsonNode instead, @Nullable PermissionScopeKind reach) {
    return switch (reach) {
      case null -> instead == null ? "allowed by you" : "allowed by you, edited";
      case SESSION -> "allowed by you and remembered for 8 hours in this session";
      case PROJECT, USER -> "allowed by you and remembered for 8 hours in all sessions";
    };
  }

  private InboxEvent decide(Card.ApprovalCard card, ApprovalResolution resolution, String how) {
    InboxEvent sent = sent(card, how, () -> client.approvals().resolve(card.runId(), resolution));
    return sent instanceof InboxEvent.Sent && card.standing() != null ? voted(card, sent) : sent;
  }

  /** One of several votes leaves the card waiting. */
  private InboxEvent voted(Card card, InboxEvent sent) {
    try {
      Card now = find(card.id());
      return settled(now) == null
          ? new InboxEvent.Updated(now, "Your vote is recorded. The request still waits.")
          : sent;
    } catch (CallFailed _) {
      return new InboxEvent.Updated(card, "Your vote is recorded.");
    }
  }

  private InboxEvent claim(Card card) {
    try {
      GateTriage triage = card.triage();
      boolean mine =
          triage != null
              && triage.claim() != null
              && triage.claim().by().equals(client.webSessions().me().name());
      return mine
          ? triaged(card, TriageRequest.of(TriageAction.RELEASE), "Your claim has ended.")
          : triaged(card, TriageRequest.of(TriageAction.CLAIM), "Claimed by you.");
    } catch (CallFailed e) {
      return new InboxEvent.Failed(card.id(), RefusalText.told(e));
    }
  }

  private InboxEvent triaged(Card card, TriageRequest request, String done) {
    try {
      client.triage().act(card.id(), request);
      return new InboxEvent.Updated(find(card.id()), done);
    } catch (CallFailed e) {
      return new InboxEvent.Failed(card.id(), RefusalText.told(e));
    }
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
      String how = settled(find(card.id()));
      String still = audience == null ? "it is no longer pending" : "it is no longer in this list";
      return new InboxEvent.Settled(card.id(), how == null ? still : how);
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
