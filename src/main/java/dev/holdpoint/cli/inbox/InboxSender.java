package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalGrant;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.QuestionBodies.QuestionResolution;
import dev.holdpoint.api.gate.RenderingBodies.RenderedRequest;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.gate.TriageBodies.TriageAction;
import dev.holdpoint.api.gate.TriageBodies.TriageRequest;
import dev.holdpoint.api.permission.PermissionBodies.PermissionPreview;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import dev.holdpoint.api.problem.ProblemBodies.ProblemBody;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.cli.RefusalText;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.QuestionClient;
import dev.holdpoint.client.http.CallFailed;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sends what was decided. Every call may take its time. */
final class InboxSender {
  private final HoldpointClient client;
  private final InboxReader reader;
  private final BulkSender bulk;
  private final String me;
  private final long undoMs;

  /**
   * @param me under which name decisions of this person are recorded
   * @param undoMs how long an allow is held, so that it can be undone
   */
  InboxSender(HoldpointClient client, InboxReader reader, String me, long undoMs) {
    this.client = client;
    this.reader = reader;
    this.bulk = new BulkSender(client, reader, me, undoMs);
    this.me = me;
    this.undoMs = undoMs;
  }

  /** How long the decision is held; null where it takes effect at once. */
  static @Nullable Integer holdMs(
      ApprovalRequestView request, ApprovalBehavior behavior, long undoMs) {
    boolean plain =
        request.standing() == null && !request.signatureRequired() && request.stepUp() == null;
    return plain && behavior == ApprovalBehavior.ALLOW && undoMs > 0
        ? Math.toIntExact(undoMs)
        : null;
  }

  private ApprovalResolution yes(Effect.Allow allow, @Nullable RenderedRequest rendered) {
    ApprovalRequestView request = allow.card().row().request();
    Effect.Remembered rule = allow.rule();
    return new ApprovalResolution(
            request.id(),
            ApprovalBehavior.ALLOW,
            allow.instead(),
            null,
            null,
            request.digest(),
            rule == null ? null : grant(rule),
            null,
            allow.optionId(),
            null)
        .ofRevision(request.revision(), rendered)
        .held(holdMs(request, ApprovalBehavior.ALLOW, undoMs));
  }

  private static ApprovalResolution no(Effect.Deny deny, @Nullable RenderedRequest rendered) {
    ApprovalRequestView request = deny.card().row().request();
    boolean responds = deny.behavior() == ApprovalBehavior.RESPOND;
    return new ApprovalResolution(
            request.id(),
            deny.behavior(),
            null,
            null,
            responds ? null : deny.words(),
            request.digest(),
            null,
            null,
            deny.optionId(),
            responds ? deny.words() : null)
        .ofRevision(request.revision(), rendered);
  }

  private static String done(ApprovalBehavior behavior) {
    return switch (behavior) {
      case REQUEST_CHANGES -> "changes requested by you";
      case ASK_BACK -> "asked back by you";
      case RESPOND -> "answered by you in the tool's place";
      case ALLOW, DENY -> "denied by you";
    };
  }

  /**
   * Does it, and tells what came of it.
   *
   * @param rendered what was on the screen of the request that is decided; null for anything else
   */
  InboxEvent send(Effect effect, @Nullable RenderedRequest rendered) {
    return switch (effect) {
      case Effect.Allow allow -> allow(allow, yes(allow, rendered));
      case Effect.Deny deny -> decide(deny.card(), no(deny, rendered), done(deny.behavior()));
      case Effect.Many many -> bulk.decide(many);
      case Effect.Gather(var behavior, var ids) -> bulk.gather(behavior, ids);
      case Effect.Undo(var ids) -> bulk.undo(ids);
      case Effect.Foresee(var card, var key, var scope) -> foresee(card, key, scope);
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
      case Effect.Look(var id) -> reader.look(id);
      case Effect.Reread(var card) -> reader.reread(card);
      case Effect.Compare(var card) -> reader.compare(card);
      case Effect.Led(var card) -> reader.led(card);
      case Effect.Refresh(var wish, var anew) -> reader.list(wish, anew);
      case Effect.Quit _, Effect.Edit _ -> new InboxEvent.Tick();
    };
  }

  static ApprovalGrant grant(Effect.Remembered rule) {
    Duration lasts = rule.lasts();
    return new ApprovalGrant(
        rule.scope(),
        rule.key(),
        lasts == null ? null : System.currentTimeMillis() + lasts.toMillis(),
        rule.uses());
  }

  private static String allowed(Effect.Allow allow) {
    String edited = allow.instead() == null ? "" : ", edited";
    Effect.Remembered rule = allow.rule();
    return "allowed by you" + edited + (rule == null ? "" : " and remembered");
  }

  private InboxEvent allow(Effect.Allow allow, ApprovalResolution resolution) {
    InboxEvent sent = decide(allow.card(), resolution, allowed(allow));
    if (resolution.holdMs() == null || !(sent instanceof InboxEvent.Sent)) {
      return sent;
    }
    try {
      Card now = reader.card(allow.card().id());
      return now.held() == null ? sent : new InboxEvent.Held(now);
    } catch (CallFailed _) {
      return sent;
    }
  }

  private InboxEvent decide(Card.ApprovalCard card, ApprovalResolution resolution, String how) {
    InboxEvent sent = sent(card, how, () -> client.approvals().resolve(card.runId(), resolution));
    return sent instanceof InboxEvent.Sent && card.standing() != null ? voted(card, sent) : sent;
  }

  /** One of several votes leaves the card waiting. */
  private InboxEvent voted(Card card, InboxEvent sent) {
    try {
      Card now = reader.card(card.id());
      return InboxReader.settled(now) == null
          ? new InboxEvent.Updated(now, "Your vote is recorded. The request still waits.")
          : sent;
    } catch (CallFailed _) {
      return new InboxEvent.Updated(card, "Your vote is recorded.");
    }
  }

  private InboxEvent foresee(Card.ApprovalCard card, String key, PermissionScopeKind scope) {
    try {
      PermissionPreview preview =
          client
              .permissionRules()
              .preview(PatternWords.rule(card.row().request(), key, scope, card.sessionId()));
      return new InboxEvent.Foreseen(card.id(), key, scope, foreseen(preview), true);
    } catch (CallFailed e) {
      return new InboxEvent.Foreseen(card.id(), key, scope, RefusalText.told(e), false);
    }
  }

  /** What a rule would have done, and whether people have said no to some of that. */
  private static String foreseen(PermissionPreview preview) {
    String older = preview.truncated() ? " There are older calls that were not tested." : "";
    if (preview.examined() == 0) {
      return "There are no past calls here." + older;
    }
    String denied =
        preview.deniedByAPerson() == 0
            ? ""
            : "\nPeople denied "
                + preview.deniedByAPerson()
                + " of them. Consider a narrower rule.";
    return "Would have matched "
        + preview.matched().size()
        + " of the last "
        + Times.count(preview.examined(), "call")
        + "."
        + older
        + denied;
  }

  private InboxEvent claim(Card card) {
    GateTriage triage = card.triage();
    boolean mine = triage != null && triage.claim() != null && triage.claim().by().equals(me);
    return mine
        ? triaged(card, TriageRequest.of(TriageAction.RELEASE), "Your claim has ended.")
        : triaged(card, TriageRequest.of(TriageAction.CLAIM), "Claimed by you.");
  }

  private InboxEvent triaged(Card card, TriageRequest request, String done) {
    try {
      client.triage().act(card.id(), request);
      return new InboxEvent.Updated(reader.card(card.id()), done);
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
      InboxEvent found = before ? reader.look(card.id()) : null;
      return found == null || !(found instanceof InboxEvent.Settled(_, var now))
          ? new InboxEvent.Failed(card.id(), RefusalText.told(e))
          : now.startsWith("it is no longer")
              ? new InboxEvent.Failed(card.id(), RefusalText.told(e))
              : found;
    }
  }
}
