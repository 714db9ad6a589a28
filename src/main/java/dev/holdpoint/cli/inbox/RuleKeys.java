package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import dev.holdpoint.cli.inbox.Inbox.Step;
import java.util.List;

/** The keys of the form by which a rule is remembered. It is stored only after its preview came. */
final class RuleKeys {
  private static final int DIGITS = 9;

  private RuleKeys() {}

  static Step open(Inbox inbox, Card.ApprovalCard card) {
    List<String> keys = PatternWords.keys(card.row().request());
    return keys.isEmpty()
        ? Step.to(inbox.saying("Can't be remembered. Each request needs its own approval."))
        : looking(inbox, card, RuleForm.usual(keys.getFirst()));
  }

  private static Step looking(Inbox inbox, Card.ApprovalCard card, RuleForm form) {
    return new Step(
        inbox.with(new Mode.Remembering(card.id(), form)),
        new Effect.Foresee(card, form.key(), form.scope()));
  }

  static Inbox foreseen(Inbox inbox, InboxEvent.Foreseen told) {
    return inbox.mode() instanceof Mode.Remembering(var id, var form)
            && id.equals(told.id())
            && form.key().equals(told.key())
            && form.scope() == told.scope()
        ? inbox.with(new Mode.Remembering(id, form.seen(told.words(), told.ok())))
        : inbox;
  }

  static Step pressed(Inbox inbox, Mode.Remembering mode, Key key) {
    RuleForm form = mode.form();
    if (!(inbox.card(mode.id()) instanceof Card.ApprovalCard card)) {
      return Step.to(inbox.with(new Mode.Browsing()));
    }
    return switch (key) {
      case Key.Named.ESCAPE -> Step.to(inbox.with(new Mode.Browsing()).saying("Nothing was sent."));
      case Key.Named.ENTER -> confirmed(inbox, card, form);
      case Key.Named.UP -> to(inbox, mode, form.at(Math.max(0, form.field() - 1)));
      case Key.Named.DOWN ->
          to(inbox, mode, form.at(Math.min(RuleForm.FIELDS - 1, form.field() + 1)));
      case Key.Named.LEFT -> changed(inbox, card, mode, -1);
      case Key.Named.RIGHT -> changed(inbox, card, mode, 1);
      case Key.Letter(var letter) when letter == ' ' -> changed(inbox, card, mode, 1);
      case Key.Letter(var letter) when letter == 'w' -> to(inbox, mode, form.widened());
      case Key.Letter(var letter) when letter >= '0' && letter <= '9' ->
          to(inbox, mode, form.counted(Typing.after(form.uses(), key, DIGITS)));
      case Key.Named.BACKSPACE, Key.Named.CLEAR_LINE ->
          to(inbox, mode, form.counted(Typing.after(form.uses(), key, DIGITS)));
      default -> Step.to(inbox);
    };
  }

  private static Step to(Inbox inbox, Mode.Remembering mode, RuleForm next) {
    return Step.to(inbox.with(new Mode.Remembering(mode.id(), next)));
  }

  private static Step changed(Inbox inbox, Card.ApprovalCard card, Mode.Remembering mode, int by) {
    RuleForm form = mode.form();
    return switch (form.field()) {
      case 0 -> {
        List<String> keys = form.choices(card.row().request());
        String next = keys.get(Math.floorMod(keys.indexOf(form.key()) + by, keys.size()));
        yield next.equals(form.key())
            ? Step.to(inbox.saying("There is no other choice. w shows wider ones."))
            : looking(inbox, card, form.about(next, form.scope()));
      }
      case 1 ->
          looking(
              inbox,
              card,
              form.about(
                  form.key(),
                  form.scope() == PermissionScopeKind.SESSION
                      ? PermissionScopeKind.USER
                      : PermissionScopeKind.SESSION));
      case 2 -> to(inbox, mode, form.lasting(form.span() + by));
      default -> Step.to(inbox.saying("Type a number; empty is no limit."));
    };
  }

  private static Step confirmed(Inbox inbox, Card.ApprovalCard card, RuleForm form) {
    if (!form.ok()) {
      return Step.to(
          inbox.saying(
              form.foreseen() == null
                  ? "Testing against past calls…"
                  : "The test against past calls failed. Press Esc, then r, to try it again."));
    }
    return !form.uses().isEmpty() && Integer.parseInt(form.uses()) == 0
        ? Step.to(inbox.saying("Maximum uses is a number from 1, or empty for no limit."))
        : DecisionForms.allowed(inbox, new Effect.Allow(card, null, form.remembered(), null));
  }
}
