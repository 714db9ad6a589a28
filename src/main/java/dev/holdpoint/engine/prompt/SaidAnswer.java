package dev.holdpoint.engine.prompt;

import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.StructuredQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** An answer of which only texts are known: names of options, or words of one's own. */
public final class SaidAnswer {
  private SaidAnswer() {}

  /**
   * What people say who see labels. The label of an option selects it, then its id, then either but
   * for the blanks around it; all that is none of these is said in free words.
   */
  public static Answer byLabel(StructuredQuestion question, List<String> texts) {
    return of(question, texts, Option::label, Option::id);
  }

  /** What programs say, which know ids: where an id is another option's label, the id is meant. */
  public static Answer byId(StructuredQuestion question, List<String> texts) {
    return of(question, texts, Option::id, Option::label);
  }

  private static Answer of(
      StructuredQuestion question,
      List<String> texts,
      Function<Option, String> first,
      Function<Option, String> second) {
    List<String> selected = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (String text : texts) {
      Optional<Option> option =
          named(question, first, text)
              .or(() -> named(question, second, text))
              .or(() -> named(question, first.andThen(String::strip), text.strip()))
              .or(() -> named(question, second.andThen(String::strip), text.strip()));
      option.ifPresentOrElse(found -> selected.add(found.id()), () -> words.add(text));
    }
    return new Answer(question.id(), selected, words.isEmpty() ? null : String.join("\n", words));
  }

  private static Optional<Option> named(
      StructuredQuestion question, Function<Option, String> name, String text) {
    return question.options().stream()
        .filter(option -> name.apply(option).equals(text))
        .findFirst();
  }
}
