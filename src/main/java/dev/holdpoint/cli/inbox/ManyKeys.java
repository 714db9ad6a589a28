package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.HeldBodies.HeldView;
import dev.holdpoint.api.gate.StandingBodies.ActionView;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.gate.TriageBodies.TriageClaim;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.cli.inbox.Inbox.Item;
import dev.holdpoint.cli.inbox.Inbox.Step;
import dev.holdpoint.cli.inbox.InboxEvent.Shown;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Deciding the selected rows together: which of them are meant, and which are left out and why. */
final class ManyKeys {
  /** What the dialog is on the screen as; no request has this id. */
  static final String DIALOG = Drawing.Seen.FORM + "several";

  /** More would be decided in a dialog that nobody reads. */
  private static final int MOST = 200;

  private ManyKeys() {}

  static Step open(Inbox inbox, ApprovalBehavior behavior) {
    List<String> ids = inbox.ticked().stream().map(Item::id).toList();
    return ids.size() > MOST
        ? Step.to(inbox.saying("Select at most " + MOST + " requests."))
        : new Step(inbox.loading(), new Effect.Gather(behavior, ids));
  }

  static Inbox gathered(Inbox before, InboxEvent.Gathered gathered) {
    if (!(before.mode() instanceof Mode.Browsing)) {
      return before;
    }
    Inbox inbox = before;
    List<Card.ApprovalCard> meant = new ArrayList<>();
    List<Mode.LeftOut> out = new ArrayList<>();
    for (Card card : gathered.cards()) {
      Item item = inbox.item(card.id());
      if (item == null || item.isSettled()) {
        continue;
      }
      String against = against(inbox, card, gathered.behavior(), gathered.me());
      if (against != null) {
        out.add(new Mode.LeftOut(item.row().title(), against));
      } else if (card instanceof Card.ApprovalCard approval) {
        meant.add(approval);
        inbox = inbox.changed(card.id(), one -> one.with(card));
      }
    }
    return inbox.with(new Mode.Several(gathered.behavior(), meant, out, ""));
  }

  /** Why a request is not decided together with others; null where it is. */
  private static @Nullable String against(
      Inbox inbox, Card card, ApprovalBehavior behavior, String me) {
    if (!(card instanceof Card.ApprovalCard approval)) {
      return "a question, which needs its own answer";
    }
    ApprovalRequestView request = approval.row().request();
    List<ActionView> actions = request.actions();
    for (ActionView action : actions == null ? List.<ActionView>of() : actions) {
      String reason = action.reason();
      if (action.action().equals(Wire.name(behavior)) && !action.allowed() && reason != null) {
        return reason;
      }
    }
    GateTriage triage = card.triage();
    TriageClaim claim = triage == null ? null : triage.claim();
    String other = claim == null || claim.by().equals(me) ? null : claim.by();
    if (other != null && !inbox.picks().byHand().contains(card.id())) {
      return "claimed by " + other + "; select it by itself (x) to include it";
    }
    return behavior == ApprovalBehavior.ALLOW ? againstYes(inbox, approval) : null;
  }

  private static @Nullable String againstYes(Inbox inbox, Card.ApprovalCard card) {
    ApprovalRequestView request = card.row().request();
    if (Boolean.TRUE.equals(request.personOnly())) {
      return "the agent requires a separate decision";
    }
    if (card.isHighRisk()) {
      return "high risk, which needs its own decision";
    }
    if (request.stepUp() != null || request.signatureRequired()) {
      return "takes a passkey or a signature of its own";
    }
    if (request.standing() != null) {
      return "more than one person decides it, or a policy";
    }
    HeldView held = request.held();
    if (held != null) {
      return "decided by " + held.by() + " already, and held for a moment";
    }
    if (request.defaultBehavior() == ApprovalBehavior.DENY) {
      return "the agent suggests to deny it";
    }
    return isWhole(request) || inbox.wasRead(card)
        ? null
        : "longer than its row: read it to its end, then select it again";
  }

  /** Whether the row shows all of the request: the line of one shell command, and nothing else. */
  private static boolean isWhole(ApprovalRequestView request) {
    JsonNode command = request.input().path("command");
    return PatternWords.isShell(request)
        && command.isString()
        && request.input().size() == 1
        && request.requestedItems() == null
        && request.preconditions() == null
        && request.title().equals("Run " + command.stringValue());
  }

  static Step pressed(Inbox inbox, Mode.Several mode, Key key, Shown shown) {
    Integer scroll = DecisionForms.scrolled(key);
    if (scroll != null) {
      return Step.to(inbox.scrolled(inbox.scroll() + scroll));
    }
    if (key == Key.Named.ESCAPE) {
      return Step.to(inbox.with(new Mode.Browsing()).saying("Nothing was sent."));
    }
    boolean yes = mode.behavior() == ApprovalBehavior.ALLOW;
    if (key == Key.Named.ENTER) {
      return confirmed(inbox, mode, shown);
    }
    return yes
        ? Step.to(inbox.saying("Press Enter to allow them, or Esc to go back."))
        : Step.to(
            inbox
                .with(
                    new Mode.Several(
                        mode.behavior(), mode.meant(), mode.out(), key.after(mode.text())))
                .scrolled(inbox.scroll()));
  }

  private static boolean isPending(@Nullable Item item) {
    return item != null && !item.isSettled();
  }

  private static Step confirmed(Inbox inbox, Mode.Several mode, Shown shown) {
    List<Card.ApprovalCard> still =
        mode.meant().stream().filter(card -> isPending(inbox.item(card.id()))).toList();
    if (still.isEmpty()) {
      return Step.to(inbox.with(new Mode.Browsing()).saying("Nothing was sent."));
    }
    boolean yes = mode.behavior() == ApprovalBehavior.ALLOW;
    if (yes && !shown.calm()) {
      return Step.to(
          inbox.saying("The screen has just changed. Check it, and press the key again."));
    }
    if (yes && !(DIALOG.equals(shown.id()) && shown.whole())) {
      return Step.to(inbox.saying("Scroll to the end (PgDn) to allow."));
    }
    Inbox next = ListKeys.selectNone(inbox.with(new Mode.Browsing()));
    for (Card card : still) {
      next = next.with(card.id(), new Inbox.Sending());
    }
    String words = yes || mode.text().isBlank() ? null : mode.text().strip();
    return new Step(next, new Effect.Many(mode.behavior(), still, words));
  }
}
