package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.status.EffectResolution;
import dev.holdpoint.cli.AnswerLine;
import dev.holdpoint.cli.inbox.Inbox.Item;
import dev.holdpoint.cli.inbox.Inbox.Step;
import dev.holdpoint.cli.inbox.InboxEvent.Shown;
import java.util.ArrayList;
import java.util.List;

/** Typing the answers of a question, one after the other; they are sent together. */
final class AnswerKeys {
  private AnswerKeys() {}

  static Step pressed(Inbox inbox, Mode.Answering mode, Key key) {
    if (key == Key.Named.ESCAPE) {
      return Step.to(inbox.with(new Mode.Browsing()).saying("Not sent."));
    }
    if (key == Key.Named.ENTER && inbox.card(mode.id()) instanceof Card.QuestionCard card) {
      return typed(inbox, mode, card);
    }
    String text = key.after(mode.text());
    return Step.to(inbox.with(new Mode.Answering(mode.id(), mode.answers(), text)));
  }

  /** Whether the key says what became of the call that the card is about. */
  static boolean isWord(Inbox inbox, int key) {
    Item item = inbox.current();
    return "ynu".indexOf(key) >= 0
        && item != null
        && item.state() instanceof Inbox.Waiting
        && item.card() instanceof Card.QuestionCard card
        && card.isAboutEffect();
  }

  /** One key is the answer; nobody lets a call run again that they have not seen. */
  static Step effect(Inbox inbox, Card.QuestionCard card, int key, Shown shown) {
    return switch (key) {
      case 'y' -> said(inbox, card, EffectResolution.HAPPENED);
      case 'n' ->
          shown.whole()
              ? said(inbox, card, EffectResolution.NOT_HAPPENED)
              : Step.to(inbox.saying("Scroll to the end (PgDn): n may run the call again."));
      case 'u' -> said(inbox, card, EffectResolution.UNKNOWN);
      case 'd' -> question(inbox, card, key);
      default ->
          Step.to(
              inbox.saying(
                  "It happened (y), it did not (n), or that is unknown (u); decline (d)."));
    };
  }

  /** A digit is the first answer, to be sent with Enter; Enter alone answers with nothing yet. */
  static Step question(Inbox inbox, Card.QuestionCard card, int key) {
    if (key >= '1' && key <= '9') {
      return Step.to(inbox.with(new Mode.Answering(card.id(), List.of(), Character.toString(key))));
    }
    return switch (key) {
      case 'a', '\n' -> Step.to(inbox.with(new Mode.Answering(card.id(), List.of(), "")));
      case 'd' -> new Step(inbox.with(card.id(), new Inbox.Sending()), new Effect.Decline(card));
      default -> Step.to(inbox.saying("Answer (a or Enter) or decline (d) a question."));
    };
  }

  private static Step said(Inbox inbox, Card.QuestionCard card, EffectResolution word) {
    String id = card.view().request().questions().getFirst().id();
    return new Step(
        inbox.with(card.id(), new Inbox.Sending()),
        new Effect.Answer(card, List.of(new QuestionAnswer(id, List.of(Wire.name(word)), null))));
  }

  private static Step typed(Inbox inbox, Mode.Answering mode, Card.QuestionCard card) {
    List<StructuredQuestion> questions = card.view().request().questions();
    StructuredQuestion asked = questions.get(mode.answers().size());
    return switch (AnswerLine.read(asked, mode.text())) {
      case AnswerLine.Unclear(var why) -> Step.to(inbox.saying(why));
      case AnswerLine.Answered(var answer) -> {
        List<QuestionAnswer> answers = new ArrayList<>(mode.answers());
        answers.add(answer);
        yield answers.size() < questions.size()
            ? Step.to(inbox.with(new Mode.Answering(mode.id(), answers, "")))
            : new Step(
                inbox.with(new Mode.Browsing()).with(mode.id(), new Inbox.Sending()),
                new Effect.Answer(card, answers));
      }
    };
  }
}
