package dev.holdpoint.cli.inbox;

import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.inbox.Inbox.Step;
import java.time.Duration;

/** Keys for what people do about a card without deciding it. The card waits on. */
final class TriageKeys {
  /** For how long a card is hidden when nothing is typed. */
  private static final String USUAL = "1h";

  private TriageKeys() {}

  static Step pressed(Inbox inbox, Card card, int key) {
    return switch (key) {
      case 'c' -> new Step(inbox, new Effect.Claim(card));
      case 'z' -> Step.to(inbox.with(new Mode.Snoozing(card.id(), "")));
      default -> Step.to(inbox.with(new Mode.Commenting(card.id(), "")));
    };
  }

  static Step commenting(Inbox inbox, String id, String text, Key key) {
    if (key == Key.Named.ESCAPE) {
      return Step.to(inbox.with(new Mode.Browsing()).saying("No comment was made."));
    }
    Card card = inbox.card(id);
    if (key != Key.Named.ENTER || card == null) {
      return Step.to(inbox.with(new Mode.Commenting(id, key.after(text))));
    }
    return text.isBlank()
        ? Step.to(inbox.saying("Type the comment first, or press Esc."))
        : new Step(inbox.with(new Mode.Browsing()), new Effect.Comment(card, text.strip()));
  }

  static Step snoozing(Inbox inbox, String id, String text, Key key) {
    if (key == Key.Named.ESCAPE) {
      return Step.to(inbox.with(new Mode.Browsing()).saying("Not snoozed."));
    }
    Card card = inbox.card(id);
    if (key != Key.Named.ENTER || card == null) {
      return Step.to(inbox.with(new Mode.Snoozing(id, key.after(text))));
    }
    try {
      Duration time =
          text.strip().equals("0")
              ? Duration.ZERO
              : Times.read(text.isBlank() ? USUAL : text.strip());
      return new Step(inbox.with(new Mode.Browsing()), new Effect.Snooze(card, time));
    } catch (IllegalArgumentException e) {
      return Step.to(inbox.saying(String.valueOf(e.getMessage())));
    }
  }
}
