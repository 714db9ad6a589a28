package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.gate.QuestionBodies.QuestionDraft;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Answers;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.problem.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Questions as somebody outside has put them, ready to be asked. */
public final class AskedQuestions {
  private AskedQuestions() {}

  public static List<StructuredQuestion> of(List<QuestionDraft> drafts) {
    List<StructuredQuestion> asked = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < drafts.size(); i++) {
      QuestionDraft draft = drafts.get(i);
      Set<String> options = new HashSet<>();
      if (!ids.add(draft.id())
          || !draft.options().stream().allMatch(option -> options.add(option.id()))) {
        throw Problem.INVALID_REQUEST
            .because(
                "The ids of the questions must be unique, and so must the ids of each "
                    + "question's options.")
            .at("/questions/" + i, "has a duplicate id")
            .asException();
      }
      StructuredQuestion question =
          new StructuredQuestion(
              draft.id(),
              draft.header() == null ? "" : draft.header(),
              draft.question(),
              draft.options().stream()
                  .map(o -> new Option(o.id(), o.label(), o.description(), o.preview()))
                  .toList(),
              Boolean.TRUE.equals(draft.multiSelect()));
      asked.add(question.orElse(byDefault(draft, question, i)));
    }
    return asked;
  }

  /** Checked like an answer, when it is asked: nobody is there to correct it later. */
  private static @Nullable Answer byDefault(
      QuestionDraft draft, StructuredQuestion question, int index) {
    if (draft.answerByDefault() == null) {
      return null;
    }
    Answer answer =
        new Answer(
            draft.id(),
            draft.answerByDefault().selectedOptionIds(),
            draft.answerByDefault().freeformAnswer());
    Problem fault = Answers.fault(question, answer);
    if (fault != null) {
      throw Problem.INVALID_REQUEST
          .because("A default must be an answer that the question takes. Nothing was raised.")
          .at("/questions/" + index + "/default", fault.title())
          .asException();
    }
    return answer;
  }
}
