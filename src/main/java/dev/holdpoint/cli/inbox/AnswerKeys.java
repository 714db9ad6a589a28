package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import dev.holdpoint.cli.AnswerLine;
import dev.holdpoint.cli.inbox.Inbox.Item;
import dev.holdpoint.cli.inbox.InboxMachine.Step;
import java.util.ArrayList;
import java.util.List;

/** Typing the answers of a question, one after the other; they are sent together. */
final class AnswerKeys {
  private AnswerKeys() {}

  static Step pressed(Inbox inbox, Mode.Answering mode, Key key) {
    if (key == Key.Named.ESCAPE) {
      return Step.to(inbox.with(new Mode.Browsing()).saying("Not answered."));
    }
    Item item = inbox.item(mode.id());
    if (key == Key.Named.ENTER && item != null && item.card() instanceof Card.QuestionCard card) {
      return typed(inbox, mode, card);
    }
    String text = Typing.after(mode.text(), key);
    return Step.to(inbox.with(new Mode.Answering(mode.id(), mode.answers(), text)));
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
