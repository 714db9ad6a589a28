package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import dev.holdpoint.cli.inbox.Inbox.Step;
import dev.holdpoint.cli.inbox.InboxEvent.Shown;
import java.util.List;

/** The keys of the form by which a rule is remembered. Its preview is read before it is stored. */
final class RuleKeys {
  private static final int DIGITS = 9;

  /** No more than the lowest window shows, so that no line is passed over. */
  private static final int PAGE = 4;

  private RuleKeys() {}

  /**
   * What the form is on the screen as. Another rule, its preview and an Enter that came too early
   * make another of it, for which keys count only after a moment.
   */
  static String shownAs(Mode.Remembering mode) {
    RuleForm form = mode.form();
    return "%srule %d %s %b %s: %s"
        .formatted(
            Drawing.Seen.FORM,
            mode.early(),
            form.scope(),
            form.ok(),
            form.key(),
            form.foreseen() == null ? "" : form.foreseen());
  }

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
    return inbox.mode() instanceof Mode.Remembering(var id, var form, _)
            && id.equals(told.id())
            && form.key().equals(told.key())
            && form.scope() == told.scope()
        ? inbox.with(new Mode.Remembering(id, form.seen(told.words(), told.ok())))
        : inbox;
  }

  static Step pressed(Inbox inbox, Mode.Remembering mode, Key key, Shown shown) {
    RuleForm form = mode.form();
    if (!(inbox.card(mode.id()) instanceof Card.ApprovalCard card)) {
      return Step.to(inbox.with(new Mode.Browsing()));
    }
    Integer scroll = DecisionForms.scrolled(key);
    if (scroll != null) {
      // A notice takes lines away.
      return Step.to(inbox.scrolled(inbox.scroll() + Integer.signum(scroll) * PAGE).saying(""));
    }
    return switch (key) {
      case Key.Named.ESCAPE -> Step.to(inbox.with(new Mode.Browsing()).saying("Nothing was sent."));
      case Key.Named.ENTER -> confirmed(inbox, card, mode, shown);
      case Key.Named.UP -> to(inbox, mode, form.at(Math.max(0, form.field() - 1)));
      case Key.Named.DOWN ->
          to(inbox, mode, form.at(Math.min(RuleForm.FIELDS - 1, form.field() + 1)));
      case Key.Named.LEFT -> changed(inbox, card, mode, -1);
      case Key.Named.RIGHT -> changed(inbox, card, mode, 1);
      case Key.Letter(var letter) when letter == ' ' -> changed(inbox, card, mode, 1);
      case Key.Letter(var letter) when letter == 'w' -> to(inbox, mode, form.widened());
      case Key.Letter(var letter) when letter >= '0' && letter <= '9' ->
          to(inbox, mode, form.counted(key.after(form.uses(), DIGITS)));
      case Key.Named.BACKSPACE, Key.Named.CLEAR_LINE ->
          to(inbox, mode, form.counted(key.after(form.uses(), DIGITS)));
      default -> Step.to(inbox);
    };
  }

  private static Step to(Inbox inbox, Mode.Remembering mode, RuleForm next) {
    return Step.to(
        inbox.with(new Mode.Remembering(mode.id(), next, mode.early())).scrolled(inbox.scroll()));
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

  private static Step confirmed(
      Inbox inbox, Card.ApprovalCard card, Mode.Remembering mode, Shown shown) {
    RuleForm form = mode.form();
    if (!form.ok()) {
      return Step.to(
          inbox.saying(
              form.foreseen() == null
                  ? "Testing against past calls…"
                  : "The test against past calls failed. Press Esc, then r, to try it again."));
    }
    if (!shown.calm() || !shownAs(mode).equals(shown.id())) {
      // It waits anew, or a key that is held down would count a moment later.
      return Step.to(
          inbox
              .with(new Mode.Remembering(mode.id(), form, mode.early() + 1))
              .scrolled(inbox.scroll())
              .saying("The screen has just changed. Check it, and press the key again."));
    }
    if (!shown.whole()) {
      return DecisionForms.unread(inbox);
    }
    return !form.uses().isEmpty() && Integer.parseInt(form.uses()) == 0
        ? Step.to(inbox.saying("Maximum uses is a number from 1, or empty for no limit."))
        : DecisionForms.allowed(inbox, new Effect.Allow(card, null, form.remembered(), null));
  }
}
