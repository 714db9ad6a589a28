package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.OptionBodies.ApprovalOption;
import dev.holdpoint.api.gate.OptionBodies.ApprovalOptionKind;
import dev.holdpoint.api.gate.StandingBodies.ActionView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.cli.inbox.Inbox.Item;
import dev.holdpoint.cli.inbox.Inbox.Step;
import dev.holdpoint.cli.inbox.InboxEvent.Shown;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a key does. It acts on the card that was shown when it was pressed, or not at all. */
final class KeyBindings {
  static final String NOTHING_HELD = "Nothing is held that could be undone.";

  /** Keys that act on the card; the help says the same of each. */
  private static final String ACTING = "retfbvczm123456789w";

  private KeyBindings() {}

  static Step pressed(Inbox inbox, Key key, Shown shown) {
    return switch (inbox.mode()) {
      case Mode.Browsing() -> browsing(inbox.saying(""), key, shown);
      case Mode.Helping() -> helping(inbox, key);
      case Mode.Searching mode -> ListKeys.searching(inbox, mode, key);
      case Mode.Filtering mode -> ListKeys.filtering(inbox, mode, key);
      case Mode.Several mode -> ManyKeys.pressed(inbox, mode, key, shown);
      case Mode.Remembering mode -> RuleKeys.pressed(inbox, mode, key, shown);
      case Mode.Denying mode -> DecisionForms.denying(inbox, mode, key);
      case Mode.Confirming mode -> DecisionForms.confirming(inbox, mode, key, shown);
      case Mode.Doubting mode -> doubting(inbox, mode, key, shown);
      case Mode.Affirming mode -> DecisionForms.affirming(inbox, mode, key, shown);
      case Mode.Reading mode -> reading(inbox, mode, key, shown);
      case Mode.Answering mode -> AnswerKeys.pressed(inbox, mode, key);
      case Mode.Commenting(var id, var text) -> TriageKeys.commenting(inbox, id, text, key);
      case Mode.Snoozing(var id, var text) -> TriageKeys.snoozing(inbox, id, text, key);
    };
  }

  private static Step browsing(Inbox inbox, Key key, Shown shown) {
    Integer scroll = DecisionForms.scrolled(key);
    if (scroll != null) {
      return Step.to(inbox.scrolled(inbox.scroll() + scroll));
    }
    return switch (key) {
      case Key.Named.UP -> Step.to(ListKeys.move(inbox, -1));
      case Key.Named.DOWN -> Step.to(ListKeys.move(inbox, 1));
      case Key.Named.ENTER -> enter(inbox, shown);
      case Key.Named.ESCAPE -> Step.to(ListKeys.selectNone(inbox));
      case Key.Named _ -> Step.to(inbox);
      case Key.Letter(var letter) -> letter(inbox, letter, shown);
    };
  }

  private static Step letter(Inbox inbox, int letter, Shown shown) {
    if (AnswerKeys.isWord(inbox, letter)) {
      return act(inbox, letter, shown);
    }
    return switch (letter) {
      case 'q' -> new Step(inbox, new Effect.Quit());
      case 'k' -> Step.to(ListKeys.move(inbox, -1));
      case 'j' -> Step.to(ListKeys.move(inbox, 1));
      case ' ' -> Step.to(inbox.scrolled(inbox.scroll() + DecisionForms.PAGE));
      case 'R', '.' -> Step.refresh(inbox.loading(), true);
      case '?' -> Step.to(inbox.with(new Mode.Helping()));
      case 'x' -> Step.to(ListKeys.select(inbox));
      case 'X' -> Step.to(ListKeys.selectTo(inbox));
      case '*' -> Step.to(ListKeys.selectAll(inbox));
      case '/' -> Step.to(inbox.with(new Mode.Searching(inbox.listing().wish().search())));
      case 'F' -> Step.to(inbox.with(new Mode.Filtering(inbox.listing().wish(), 0)));
      case 's' -> ListKeys.sort(inbox);
      case 'U' -> undo(inbox);
      case 'a', 'd' ->
          inbox.ticked().isEmpty()
              ? act(inbox, letter, shown)
              : ManyKeys.open(
                  inbox, letter == 'a' ? ApprovalBehavior.ALLOW : ApprovalBehavior.DENY);
      default ->
          ACTING.indexOf(letter) >= 0
              ? act(inbox, letter, shown)
              : Step.to(inbox.saying("Unknown key. Press ? for help."));
    };
  }

  private static Step undo(Inbox inbox) {
    List<String> ids = inbox.undoable();
    return ids.isEmpty()
        ? Step.to(inbox.saying(NOTHING_HELD))
        : new Step(inbox, new Effect.Undo(ids));
  }

  /** It is read like a card; every other key leads back. */
  private static Step helping(Inbox inbox, Key key) {
    Integer scroll = DecisionForms.scrolled(key);
    int by =
        switch (key) {
          case Key.Named.DOWN -> 1;
          case Key.Named.UP -> -1;
          case Key.Letter(var letter) when letter == 'j' -> 1;
          case Key.Letter(var letter) when letter == 'k' -> -1;
          case Key.Letter(var letter) when letter == ' ' -> DecisionForms.PAGE;
          default -> scroll == null ? 0 : scroll;
        };
    return Step.to(
        by == 0
            ? inbox.with(new Mode.Browsing())
            : inbox.scrolled(Math.min(inbox.scroll() + by, HelpText.LONGEST)));
  }

  /** Opens the form of a question; after a decision it goes on to what is next. */
  private static Step enter(Inbox inbox, Shown shown) {
    Item item = inbox.current();
    if (item == null) {
      return Step.to(inbox);
    }
    if (item.isSettled() || item.held() != null) {
      return Step.to(ListKeys.next(inbox));
    }
    return item.card() instanceof Card.QuestionCard card && !card.isAboutEffect()
        ? act(inbox, '\n', shown)
        : Step.to(inbox.scrolled(0));
  }

  private static Step act(Inbox inbox, int key, Shown shown) {
    Item item = inbox.current();
    if (item == null) {
      return Step.to(inbox.withoutRow("There are no pending requests."));
    }
    Card card = item.card();
    if (card == null) {
      return Step.to(inbox.loading());
    }
    if (!card.id().equals(shown.id()) || !shown.calm()) {
      return Step.to(
          inbox.saying("The screen has just changed. Check it, and press the key again."));
    }
    if (key == 'w') {
      return new Step(inbox.loading(), new Effect.Led(card));
    }
    return switch (item.state()) {
      case Inbox.Sending _ -> Step.to(inbox.saying("It is already being sent."));
      case Inbox.Settled(var how, _) ->
          Step.to(inbox.saying("It can no longer be decided: " + how + "."));
      case Inbox.Waiting _ when "czm".indexOf(key) >= 0 -> TriageKeys.pressed(inbox, card, key);
      case Inbox.Waiting _ ->
          switch (card) {
            case Card.ApprovalCard approval -> approval(inbox, approval, key, shown);
            case Card.QuestionCard question when question.isAboutEffect() ->
                AnswerKeys.effect(inbox, question, key, shown);
            case Card.QuestionCard question -> AnswerKeys.question(inbox, question, key);
          };
    };
  }

  private static Step approval(Inbox inbox, Card.ApprovalCard card, int key, Shown shown) {
    ApprovalOption option = option(card, key);
    if (key >= '1' && key <= '9' && option == null) {
      return Step.to(inbox.saying("This request has no such option."));
    }
    boolean yes = key == 'a' || key == 'r' || (option != null && allows(option));
    if (card.held() != null && key != 'd' && key != 'v') {
      return Step.to(
          inbox.saying("Decided by " + card.held().by() + " already, and held. U undoes it."));
    }
    if (yes && !shown.whole()) {
      return DecisionForms.unread(inbox);
    }
    String twice = twice(card, option, yes);
    return twice == null
        ? decide(inbox, card, key, option)
        : Step.to(
            inbox
                .with(new Mode.Doubting(card.id(), key))
                .saying(twice + " Press " + (char) key + " again to allow."));
  }

  /** Why a key is pressed twice; null where once is enough. */
  private static @Nullable String twice(
      Card.ApprovalCard card, @Nullable ApprovalOption option, boolean yes) {
    if (option != null && option.kind() == ApprovalOptionKind.ALLOW_ALWAYS) {
      return "The agent remembers this by itself, and Holdpoint can't revoke it.";
    }
    return yes && card.row().request().defaultBehavior() == ApprovalBehavior.DENY
        ? "The agent suggests to deny this."
        : null;
  }

  private static boolean allows(ApprovalOption option) {
    return option.kind() == ApprovalOptionKind.ALLOW_ONCE
        || option.kind() == ApprovalOptionKind.ALLOW_ALWAYS;
  }

  private static @Nullable ApprovalOption option(Card.ApprovalCard card, int key) {
    List<ApprovalOption> options = card.row().request().options();
    int at = key - '1';
    return options != null && at >= 0 && at < Math.min(9, options.size()) ? options.get(at) : null;
  }

  private static Step doubting(Inbox inbox, Mode.Doubting mode, Key key, Shown shown) {
    if (inbox.card(inbox.selected()) instanceof Card.ApprovalCard card
        && card.id().equals(mode.id())
        && mode.id().equals(shown.id())
        && key instanceof Key.Letter(var letter)
        && letter == mode.key()) {
      return decide(inbox, card, mode.key(), option(card, letter));
    }
    Inbox back = inbox.with(new Mode.Browsing());
    return key == Key.Named.ESCAPE
        ? Step.to(back.saying("Not allowed."))
        : browsing(back, key, shown);
  }

  /** It is read like the card itself; every other key goes on from the card. */
  private static Step reading(Inbox inbox, Mode.Reading mode, Key key, Shown shown) {
    Inbox back = inbox.with(new Mode.Browsing()).saying("");
    Integer scroll = DecisionForms.scrolled(key);
    if (scroll != null) {
      return Step.to(inbox.scrolled(inbox.scroll() + scroll));
    }
    return switch (key) {
      case Key.Named.ESCAPE -> Step.to(back);
      case Key.Letter(var letter) when letter == ' ' ->
          Step.to(inbox.scrolled(inbox.scroll() + DecisionForms.PAGE));
      case Key.Letter(var letter) when letter == mode.key() -> Step.to(back);
      default -> browsing(back, key, shown);
    };
  }

  private static Step decide(
      Inbox inbox, Card.ApprovalCard card, int key, @Nullable ApprovalOption option) {
    if (option != null) {
      return allows(option)
          ? DecisionForms.allowed(inbox, new Effect.Allow(card, null, null, option.optionId()))
          : new Step(
              DecisionForms.sending(inbox, card),
              new Effect.Deny(card, ApprovalBehavior.DENY, null, option.optionId()));
    }
    return switch (key) {
      case 'a' -> DecisionForms.allowed(inbox, Effect.Allow.once(card, null));
      case 'r' -> RuleKeys.open(inbox, card);
      case 'd' -> reply(inbox, card, ApprovalBehavior.DENY);
      case 'f' -> reply(inbox, card, ApprovalBehavior.REQUEST_CHANGES);
      case 't' -> reply(inbox, card, ApprovalBehavior.RESPOND);
      case 'b' -> reply(inbox, card, ApprovalBehavior.ASK_BACK);
      case 'e' ->
          isEditable(card.row().request())
              ? new Step(inbox, new Effect.Edit(card, card.row().request().input()))
              : Step.to(inbox.saying("This request can't be edited."));
      case 'v' ->
          card.row().request().revises() == null
              ? Step.to(inbox.saying("This request is not a revision of another."))
              : new Step(inbox.loading(), new Effect.Compare(card));
      default -> Step.to(inbox.saying("Unknown key. Press ? for help."));
    };
  }

  private static boolean isEditable(ApprovalRequestView request) {
    List<String> places = request.editable();
    return places == null || !places.isEmpty();
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
}
