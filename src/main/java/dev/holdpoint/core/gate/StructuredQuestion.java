package dev.holdpoint.core.gate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is asked. Without options a text is expected.
 *
 * @param optional whether it may be left without an answer
 * @param closed whether only its options are answers, and no words of one's own
 * @param answerByDefault the answer where the deadline gives one; null when there is none
 */
public record StructuredQuestion(
    String id,
    String header,
    String question,
    List<Option> options,
    boolean multiSelect,
    boolean optional,
    boolean closed,
    @Nullable Answer answerByDefault) {

  /** One that wants an answer, and takes free words too. */
  public StructuredQuestion(
      String id, String header, String question, List<Option> options, boolean multiSelect) {
    this(id, header, question, options, multiSelect, false, false);
  }

  /** One that no deadline answers. */
  public StructuredQuestion(
      String id,
      String header,
      String question,
      List<Option> options,
      boolean multiSelect,
      boolean optional,
      boolean closed) {
    this(id, header, question, options, multiSelect, optional, closed, null);
  }

  /** The same, answered like this where the deadline gives an answer. */
  public StructuredQuestion orElse(@Nullable Answer answer) {
    return new StructuredQuestion(
        id, header, question, options, multiSelect, optional, closed, answer);
  }

  /** The same, to somebody who may leave it without an answer. */
  StructuredQuestion asOptional() {
    return new StructuredQuestion(
        id, header, question, options, multiSelect, true, closed, answerByDefault);
  }
}
