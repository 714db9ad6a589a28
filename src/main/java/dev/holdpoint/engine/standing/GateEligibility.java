package dev.holdpoint.engine.standing;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionCommand;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.Ruling;
import dev.holdpoint.core.policy.Deliberation;
import dev.holdpoint.core.policy.Right;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.policy.PolicyBook;
import org.jspecify.annotations.Nullable;

/** What a person hears whose word a gate does not wait for. */
public final class GateEligibility {
  private GateEligibility() {}

  public static Refusal refusal(Deliberation now, GateKind kind, long nowMs) {
    boolean approval = kind == GateKind.APPROVAL;
    String summary = now.standing().summary(nowMs);
    return (approval ? Problem.APPROVAL_NOT_ELIGIBLE : Problem.QUESTION_NOT_ELIGIBLE)
        .because(
            "This request "
                + summary
                + ". "
                + (approval ? "Your decision was not recorded." : "Your answer was not recorded."));
  }

  /**
   * Under which policy the question is answered; null where none holds. Anybody who decides may
   * cancel it, since they may cancel its run.
   *
   * @throws dev.holdpoint.core.problem.Refused when this person may not answer it
   */
  public static @Nullable Ruling heard(
      Change change, Run run, Question question, QuestionCommand command, Voter by) {
    PolicyBook book = PolicyBook.in(change);
    if (book.isEmpty()
        || !(question.state() instanceof QuestionState.Pending pending)
        || !pending.isOpenAt(change.nowMs())) {
      return null;
    }
    Judgement judged = Judgement.of(book, run, question);
    if (judged.isPlain()) {
      return null;
    }
    Deliberation now = judged.now();
    if (!(command instanceof QuestionCommand.Cancel)
        && now.mayAllow(by.name(), by.role()) != Right.GRANTED) {
      throw refusal(now, GateKind.QUESTION, change.nowMs()).asException();
    }
    return judged.ruling(now.term(by.name(), by.role()), by.name());
  }
}
