package dev.holdpoint.engine.run;

import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How a question was resolved, in the form in which resolutions are sent. */
public final class QuestionResolutions {
  private QuestionResolutions() {}

  /**
   * As it was sent; or, where nobody has sent one (answers one by one, a cancel, a deadline, an
   * interrupt), as if somebody had.
   */
  public static Json of(Question settled) {
    if (settled.sent() != null) {
      return settled.sent();
    }
    ObjectNode resolution = JsonTree.object().put("request_id", settled.id());
    ArrayNode answers = resolution.putArray("answers");
    given(settled).forEach(answer -> write(answer, answers.addObject()));
    resolution.put("declined", isDeclined(settled));
    if (isDeclined(settled)
        && settled.state() instanceof QuestionState.Settled by
        && by.justification() != null) {
      resolution.put("justification", by.justification());
    }
    return JsonTree.write(resolution);
  }

  /** By a person, or by the deadline in the words that the questions declare. */
  private static List<Answer> given(Question settled) {
    return switch (settled.state()) {
      case QuestionState.Answered answered -> answered.answers();
      case QuestionState.Expired expired -> expired.answers();
      case QuestionState _ -> List.of();
    };
  }

  private static void write(Answer answer, ObjectNode node) {
    node.put("question_id", answer.questionId());
    answer.selectedOptionIds().forEach(node.putArray("selected_option_ids")::add);
    if (answer.freeformAnswer() != null) {
      node.put("freeform_answer", answer.freeformAnswer());
    }
  }

  static boolean isDeclined(Question settled) {
    return !(settled.state() instanceof QuestionState.Answered)
        && !(settled.state() instanceof QuestionState.Expired expired
            && expired.applied() == Applied.DEFAULT);
  }

  public static String by(Question settled) {
    return settled.state() instanceof QuestionState.Settled state ? state.by() : "";
  }

  static LedgerEvent.ParentClarificationResolved event(Question settled) {
    return new LedgerEvent.ParentClarificationResolved(
        settled.id(), isDeclined(settled), of(settled), by(settled));
  }
}
