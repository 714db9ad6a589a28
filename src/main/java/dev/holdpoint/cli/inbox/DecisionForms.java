package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.cli.inbox.Inbox.Step;
import dev.holdpoint.cli.inbox.InboxEvent.Shown;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What is typed or confirmed before a decision is sent, and what all ways to a yes share. */
final class DecisionForms {
  static final int PAGE = 10;

  private DecisionForms() {}

  /** A key that is pressed twice or held down allows nothing of high risk; a typed word does. */
  static Step affirming(Inbox inbox, Mode.Affirming mode, Key key, Shown shown) {
    if (key == Key.Named.ESCAPE) {
      return Step.to(inbox.with(new Mode.Browsing()).saying("Not allowed."));
    }
    if (key == Key.Named.ENTER && mode.id().equals(shown.id())) {
      if (!mode.text().strip().equals("yes")) {
        return Step.to(inbox.saying("Type yes to allow it, or press Esc. Nothing was sent."));
      }
      return shown.whole()
          ? new Step(sending(inbox, mode.allow().card()), mode.allow())
          : unread(inbox);
    }
    Integer scroll = scrolled(key);
    if (scroll != null) {
      return Step.to(inbox.scrolled(inbox.scroll() + scroll));
    }
    Mode typed = new Mode.Affirming(mode.id(), mode.allow(), key.after(mode.text()));
    return Step.to(inbox.with(typed).scrolled(inbox.scroll()));
  }

  static Step denying(Inbox inbox, Mode.Denying mode, Key key) {
    if (key == Key.Named.ESCAPE) {
      return Step.to(inbox.with(new Mode.Browsing()).saying("Not sent."));
    }
    if (key == Key.Named.ENTER && inbox.card(mode.id()) instanceof Card.ApprovalCard card) {
      String words = mode.text().isBlank() ? null : mode.text().strip();
      if (words == null && mode.behavior() != ApprovalBehavior.DENY) {
        return Step.to(inbox.saying("Type the words for the agent first, or press Esc."));
      }
      return new Step(sending(inbox, card), new Effect.Deny(card, mode.behavior(), words));
    }
    String text = key.after(mode.text());
    return Step.to(inbox.with(new Mode.Denying(mode.id(), mode.behavior(), text)));
  }

  static Step confirming(Inbox inbox, Mode.Confirming mode, Key key, Shown shown) {
    if (!(inbox.card(mode.id()) instanceof Card.ApprovalCard card)) {
      return Step.to(inbox.with(new Mode.Browsing()));
    }
    Integer scroll = scrolled(key);
    if (scroll != null) {
      return Step.to(inbox.scrolled(inbox.scroll() + scroll));
    }
    return switch (key) {
      case Key.Letter(var letter) when letter == 'a' && mode.id().equals(shown.id()) ->
          allowed(inbox, card, mode.input(), shown);
      case Key.Letter(var letter) when letter == 'e' ->
          new Step(inbox, new Effect.Edit(card, mode.input()));
      case Key.Named.ESCAPE ->
          Step.to(inbox.with(new Mode.Browsing()).saying("Your edit was discarded."));
      default ->
          Step.to(inbox.saying("Press a to allow this, e to edit it again, Esc to discard it."));
    };
  }

  /** By how many lines a key scrolls; null where it does not. */
  static @Nullable Integer scrolled(Key key) {
    return switch (key) {
      case Key.Named.PAGE_DOWN -> PAGE;
      case Key.Named.PAGE_UP -> -PAGE;
      default -> null;
    };
  }

  /** What was seen to its end is allowed: high risk by a typed word, all else at once. */
  static Step allowed(Inbox inbox, Effect.Allow allow) {
    return allow.card().isHighRisk()
        ? Step.to(inbox.with(new Mode.Affirming(allow.card().id(), allow, "")).saying(""))
        : new Step(sending(inbox, allow.card()), allow);
  }

  /** Of an input that was edited. */
  static Step allowed(Inbox inbox, Card.ApprovalCard card, JsonNode instead, Shown shown) {
    return shown.whole() ? allowed(inbox, Effect.Allow.once(card, instead)) : unread(inbox);
  }

  static Inbox sending(Inbox inbox, Card card) {
    return inbox.with(new Mode.Browsing()).with(card.id(), new Inbox.Sending());
  }

  static Step unread(Inbox inbox) {
    return Step.to(inbox.saying("Scroll to the end (PgDn) to allow."));
  }
}
