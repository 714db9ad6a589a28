package dev.holdpoint.engine.prompt;

import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Answers;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import java.util.List;

/**
 * The one question of a request that is to be answered next: a request of several is offered one at
 * a time, in order.
 *
 * @param part its place among the request's questions
 */
public record OfferedQuestion(Question request, int part) {

  public static OfferedQuestion of(Question request) {
    return new OfferedQuestion(request, request.partialAnswers().size());
  }

  public StructuredQuestion question() {
    return request.questions().get(part);
  }

  /** Under which id it is offered, and answered. */
  public String clarifyId() {
    return request.questions().size() == 1 ? request.id() : request.id() + ":" + question().id();
  }

  /** The request that a question with this id would belong to. */
  static String requestId(String clarifyId) {
    int colon = clarifyId.indexOf(':');
    return colon < 0 ? clarifyId : clarifyId.substring(0, colon);
  }

  /**
   * What these texts say; refuses what does not fit the question. No text at all leaves an optional
   * question without an answer.
   */
  Answer read(List<String> texts) {
    if (texts.isEmpty() && !question().optional()) {
      throw nothingSaid().asException();
    }
    Answer answer = SaidAnswer.byLabel(question(), texts);
    Problem fault = Answers.fault(List.of(question()), List.of(answer));
    if (fault != null) {
      throw fault
          .because(fault.title() + ". The question is still pending; send another answer.")
          .at("/response", "does not match the question")
          .asException();
    }
    return answer;
  }

  /** That an answer was sent in which there is none. */
  static Refusal nothingSaid() {
    return Problem.INVALID_REQUEST
        .because(
            "Send the answer as response (or answer, or choice). The question is "
                + "still pending.")
        .at("/response", "must be text or a list of texts");
  }
}
