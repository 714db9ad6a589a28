package dev.holdpoint.engine;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.question.Answer;
import dev.holdpoint.core.question.Answers;
import dev.holdpoint.core.question.Option;
import dev.holdpoint.core.question.Question;
import dev.holdpoint.core.question.StructuredQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
   * What these texts say. The label of an option selects it, then its id, then either but for the
   * blanks around it; all that is none of these is said in free words.
   */
  Answer read(List<String> texts) {
    List<String> selected = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (String text : texts) {
      String option = option(text);
      if (option == null) {
        words.add(text);
      } else {
        selected.add(option);
      }
    }
    Answer answer =
        new Answer(question().id(), selected, words.isEmpty() ? null : String.join("\n", words));
    Problem fault = Answers.fault(List.of(question()), List.of(answer));
    if (fault != null) {
      throw fault
          .because(fault.title() + "; the question still waits, send another answer.")
          .at("/response", "does not fit the question")
          .asException();
    }
    return answer;
  }

  private @Nullable String option(String text) {
    return option(Option::label, text)
        .or(() -> option(Option::id, text))
        .or(() -> option(option -> option.label().strip(), text.strip()))
        .or(() -> option(option -> option.id().strip(), text.strip()))
        .map(Option::id)
        .orElse(null);
  }

  private Optional<Option> option(Function<Option, String> name, String text) {
    return question().options().stream()
        .filter(option -> name.apply(option).equals(text))
        .findFirst();
  }
}
