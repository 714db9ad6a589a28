package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.StandingBodies.ActionView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import dev.holdpoint.cli.inbox.Inbox.Item;
import dev.holdpoint.cli.inbox.InboxEvent.Shown;
import dev.holdpoint.cli.inbox.InboxMachine.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a key does. It acts on the card that was shown when it was pressed, or not at all. */
final class KeyBindings {
  private static final int PAGE = 10;

  private KeyBindings() {}

  static Step pressed(Inbox inbox, Key key, Shown shown) {
    return switch (inbox.mode()) {
      case Mode.Browsing() -> browsing(inbox.saying(""), key, shown);
      case Mode.Helping() -> Step.to(inbox.with(new Mode.Browsing()));
      case Mode.Denying mode -> denying(inbox, mode, key);
      case Mode.Confirming mode -> confirming(inbox, mode, key, shown);
      case Mode.Doubting mode -> doubting(inbox, mode, key, shown);
      case Mode.Affirming mode -> affirming(inbox, mode, key, shown);
      case Mode.Comparing _ -> comparing(inbox, key, shown);
      case Mode.Answering mode -> AnswerKeys.pressed(inbox, mode, key);
      case Mode.Commenting(var id, var text) -> TriageKeys.commenting(inbox, id, text, key);
      case Mode.Snoozing(var id, var text) -> TriageKeys.snoozing(inbox, id, text, key);
    };
  }

  private static Step browsing(Inbox inbox, Key key, Shown shown) {
    return switch (key) {
      case Key.Named.UP -> Step.to(move(inbox, -1));
      case Key.Named.DOWN -> Step.to(move(inbox, 1));
      case Key.Named.PAGE_UP -> Step.to(inbox.scrolled(inbox.scroll() - PAGE));
      case Key.Named.PAGE_DOWN -> Step.to(inbox.scrolled(inbox.scroll() + PAGE));
      case Key.Named.HOME -> Step.to(inbox.scrolled(0));
      case Key.Named.ENTER -> enter(inbox, shown);
      case Key.Named other -> Step.to(inbox);
      case Key.Letter(var letter) -> letter(inbox, letter, shown);
    };
  }

  private static Step letter(Inbox inbox, int letter, Shown shown) {
    if (AnswerKeys.isWord(inbox, letter)) {
      return act(inbox, letter, shown);
    }
    return switch (letter) {
      case 'q' -> new Step(inbox, new Effect.Quit());
      case 'k' -> Step.to(move(inbox, -1));
      case 'j', 'n' -> Step.to(move(inbox, 1));
      case ' ' -> Step.to(inbox.scrolled(inbox.scroll() + PAGE));
      case 'r' -> new Step(inbox.saying("Loading…"), new Effect.Refresh());
      case '?', 'h' -> Step.to(inbox.with(new Mode.Helping()));
      case 'a', 's', 'w', 'd', 'e', 'x', 'f', 't', 'b', 'v', 'c', 'z', 'm' ->
          act(inbox, letter, shown);
      default -> Step.to(inbox.saying("Unknown key. Press ? for help."));
    };
  }

  /** Answers a question; after a decision it goes on to what is next. */
  private static Step enter(Inbox inbox, Shown shown) {
    Item item = inbox.current();
    if (item != null && item.state() instanceof Inbox.Settled) {
      return Step.to(move(inbox, 1));
    }
    return act(inbox, '\n', shown);
  }

  private static Step act(Inbox inbox, int key, Shown shown) {
    Item item = inbox.current();
    if (item == null) {
      return Step.to(inbox.saying("There are no pending requests."));
    }
    if (!item.card().id().equals(shown.id())) {
      return Step.to(
          inbox.saying("The screen has just changed. Check it, and press the key again."));
    }
    return switch (item.state()) {
      case Inbox.Sending _ -> Step.to(inbox.saying("It is already being sent."));
      case Inbox.Settled(var how, _) ->
          Step.to(inbox.saying("It can no longer be decided: " + how + "."));
      case Inbox.Waiting _ when "czm".indexOf(key) >= 0 ->
          TriageKeys.pressed(inbox, item.card(), key);
      case Inbox.Waiting _ ->
          switch (item.card()) {
            case Card.ApprovalCard card -> approval(inbox, card, key, shown);
            case Card.QuestionCard card when card.isAboutEffect() ->
                AnswerKeys.effect(inbox, card, key, shown);
            case Card.QuestionCard card -> question(inbox, card, key);
          };
    };
  }

  private static Step approval(Inbox inbox, Card.ApprovalCard card, int key, Shown shown) {
    if ("asw".indexOf(key) >= 0 && shown.whole() && isDoubted(card)) {
      return Step.to(
          inbox
              .with(new Mode.Doubting(card.id(), key))
              .saying(
                  "The agent suggests to deny this. Press " + (char) key + " again to allow it."));
    }
    return decide(inbox, card, key, shown);
  }

  private static boolean isDoubted(Card.ApprovalCard card) {
    return card.row().request().defaultBehavior() == ApprovalBehavior.DENY;
  }

  private static Step doubting(Inbox inbox, Mode.Doubting mode, Key key, Shown shown) {
    Item item = inbox.current();
    if (item != null
        && item.card() instanceof Card.ApprovalCard card
        && card.id().equals(mode.id())
        && mode.id().equals(shown.id())
        && key instanceof Key.Letter(var letter)
        && letter == mode.key()) {
      return decide(inbox, card, mode.key(), shown);
    }
    Inbox back = inbox.with(new Mode.Browsing());
    return key == Key.Named.ESCAPE
        ? Step.to(back.saying("Not allowed."))
        : browsing(back, key, shown);
  }

  /** It is read like the card itself; every other key goes on from the card. */
  private static Step comparing(Inbox inbox, Key key, Shown shown) {
    Inbox back = inbox.with(new Mode.Browsing()).saying("");
    return switch (key) {
      case Key.Named.PAGE_UP -> Step.to(inbox.scrolled(inbox.scroll() - PAGE));
      case Key.Named.PAGE_DOWN -> Step.to(inbox.scrolled(inbox.scroll() + PAGE));
      case Key.Named.HOME -> Step.to(inbox.scrolled(0));
      case Key.Named.ESCAPE -> Step.to(back);
      case Key.Letter(var letter) when letter == ' ' ->
          Step.to(inbox.scrolled(inbox.scroll() + PAGE));
      case Key.Letter(var letter) when letter == 'v' -> Step.to(back);
      default -> browsing(back, key, shown);
    };
  }

  private static Step decide(Inbox inbox, Card.ApprovalCard card, int key, Shown shown) {
    return switch (key) {
      case 'a' -> allow(inbox, card, null, null, shown);
      case 's' -> allow(inbox, card, null, PermissionScopeKind.SESSION, shown);
      case 'w' -> allow(inbox, card, null, PermissionScopeKind.USER, shown);
      case 'd' -> reply(inbox, card, ApprovalBehavior.DENY);
      case 'f' -> reply(inbox, card, ApprovalBehavior.REQUEST_CHANGES);
      case 't' -> reply(inbox, card, ApprovalBehavior.RESPOND);
      case 'b' -> reply(inbox, card, ApprovalBehavior.ASK_BACK);
      case 'e' -> new Step(inbox, new Effect.Edit(card, card.row().request().input()));
      case 'v' ->
          card.row().request().revises() == null
              ? Step.to(inbox.saying("This request is not a revision of another."))
              : new Step(inbox.saying("Loading…"), new Effect.Compare(card));
      default ->
          Step.to(
              inbox.saying(
                  "Allow (a; for the session s, always w), deny (d) or edit (e) an approval;"
                      + " request changes (f), ask back (b), answer for the tool (t), difference to"
                      + " the revision before (v), claim (c), snooze (z), comment (m)."));
    };
  }

  /** What the daemon says is not possible is not begun. */
  private static Step reply(Inbox inbox, Card.ApprovalCard card, ApprovalBehavior behavior) {
    List<ActionView> actions = card.row().request().actions();
    String against =
        actions == null || behavior == ApprovalBehavior.DENY
            ? null
            : actions.stream()
                .filter(one -> one.action().equals(Wire.name(behavior)) && !one.allowed())
                .map(ActionView::reason)
                .findFirst()
                .orElse(null);
    return Step.to(
        against == null
            ? inbox.with(new Mode.Denying(card.id(), behavior, ""))
            : inbox.saying(against));
  }

  private static Step allow(
      Inbox inbox,
      Card.ApprovalCard card,
      @Nullable JsonNode instead,
      @Nullable PermissionScopeKind reach,
      Shown shown) {
    if (!shown.whole()) {
      return unread(inbox);
    }
    return card.isHighRisk()
        ? Step.to(inbox.with(new Mode.Affirming(card.id(), instead, reach, "")).saying(""))
        : sent(inbox, card, instead, reach);
  }

  private static Step unread(Inbox inbox) {
    return Step.to(inbox.saying("Scroll to the end (PgDn) to allow."));
  }

  private static Step sent(
      Inbox inbox,
      Card.ApprovalCard card,
      @Nullable JsonNode instead,
      @Nullable PermissionScopeKind reach) {
    return new Step(
        inbox.with(new Mode.Browsing()).with(card.id(), new Inbox.Sending()),
        new Effect.Allow(card, instead, reach));
  }

  /** A key that is pressed twice or held down allows nothing of high risk; a typed word does. */
  private static Step affirming(Inbox inbox, Mode.Affirming mode, Key key, Shown shown) {
    if (key == Key.Named.ESCAPE) {
      return Step.to(inbox.with(new Mode.Browsing()).saying("Not allowed."));
    }
    Item item = inbox.item(mode.id());
    if (key == Key.Named.ENTER
        && item != null
        && item.card() instanceof Card.ApprovalCard card
        && mode.id().equals(shown.id())) {
      if (!mode.text().strip().equals("yes")) {
        return Step.to(inbox.saying("Type yes to allow it, or press Esc. Nothing was sent."));
      }
      return shown.whole() ? sent(inbox, card, mode.input(), mode.reach()) : unread(inbox);
    }
    if (key == Key.Named.PAGE_DOWN || key == Key.Named.PAGE_UP) {
      int by = key == Key.Named.PAGE_DOWN ? PAGE : -PAGE;
      return Step.to(inbox.scrolled(inbox.scroll() + by));
    }
    String text = Typing.after(mode.text(), key);
    Mode typed = new Mode.Affirming(mode.id(), mode.input(), mode.reach(), text);
    return Step.to(inbox.with(typed).scrolled(inbox.scroll()));
  }

  static Step question(Inbox inbox, Card.QuestionCard card, int key) {
    return switch (key) {
      case 'a', '\n' -> Step.to(inbox.with(new Mode.Answering(card.id(), List.of(), "")));
      case 'x', 'd' ->
          new Step(inbox.with(card.id(), new Inbox.Sending()), new Effect.Decline(card));
      default ->
          Step.to(
              inbox.saying(
                  "Answer (a or Enter) or decline (x) a question; claim (c), snooze (z), comment"
                      + " (m)."));
    };
  }

  private static Step denying(Inbox inbox, Mode.Denying mode, Key key) {
    if (key == Key.Named.ESCAPE) {
      return Step.to(inbox.with(new Mode.Browsing()).saying("Not denied."));
    }
    Item item = inbox.item(mode.id());
    if (key == Key.Named.ENTER && item != null && item.card() instanceof Card.ApprovalCard card) {
      String words = mode.text().isBlank() ? null : mode.text().strip();
      if (words == null && mode.behavior() != ApprovalBehavior.DENY) {
        return Step.to(inbox.saying("Type the words for the agent first, or press Esc."));
      }
      return new Step(
          inbox.with(new Mode.Browsing()).with(mode.id(), new Inbox.Sending()),
          new Effect.Deny(card, mode.behavior(), words));
    }
    String text = Typing.after(mode.text(), key);
    return Step.to(inbox.with(new Mode.Denying(mode.id(), mode.behavior(), text)));
  }

  private static Step confirming(Inbox inbox, Mode.Confirming mode, Key key, Shown shown) {
    Item item = inbox.item(mode.id());
    if (item == null || !(item.card() instanceof Card.ApprovalCard card)) {
      return Step.to(inbox.with(new Mode.Browsing()));
    }
    return switch (key) {
      case Key.Letter(var letter) when letter == 'a' && mode.id().equals(shown.id()) ->
          allow(inbox, card, mode.input(), null, shown);
      case Key.Letter(var letter) when letter == 'e' ->
          new Step(inbox, new Effect.Edit(card, mode.input()));
      case Key.Named.ESCAPE ->
          Step.to(inbox.with(new Mode.Browsing()).saying("Your edit was discarded."));
      case Key.Named.PAGE_DOWN -> Step.to(inbox.scrolled(inbox.scroll() + PAGE));
      case Key.Named.PAGE_UP -> Step.to(inbox.scrolled(inbox.scroll() - PAGE));
      default ->
          Step.to(inbox.saying("Press a to allow this, e to edit it again, Esc to discard it."));
    };
  }

  /** Moving on takes what was settled away. */
  private static Inbox move(Inbox inbox, int by) {
    int at = inbox.indexOfSelected();
    if (at < 0) {
      return inbox;
    }
    int to = Math.clamp(at + by, 0, inbox.items().size() - 1);
    Item left = inbox.items().get(at);
    if (!(left.state() instanceof Inbox.Settled)) {
      return to == at ? inbox : inbox.select(inbox.items().get(to).card().id());
    }
    List<Item> rest = inbox.items().stream().filter(item -> !item.equals(left)).toList();
    if (rest.isEmpty()) {
      return inbox.select(null).withItems(rest);
    }
    int next = Math.clamp(by > 0 ? at : at - 1, 0, rest.size() - 1);
    return inbox.select(rest.get(next).card().id()).withItems(rest);
  }
}
