package dev.holdpoint.core.gate;

import java.util.List;

/**
 * One thing that is asked. Without options a text is expected.
 *
 * @param optional whether it may be left without an answer
 * @param closed whether only its options are answers, and no words of one's own
 */
public record StructuredQuestion(
    String id,
    String header,
    String question,
    List<Option> options,
    boolean multiSelect,
    boolean optional,
    boolean closed) {

  /** One that wants an answer, and takes free words too. */
  public StructuredQuestion(
      String id, String header, String question, List<Option> options, boolean multiSelect) {
    this(id, header, question, options, multiSelect, false, false);
  }

  /** The same, to somebody who may leave it without an answer. */
  StructuredQuestion asOptional() {
    return new StructuredQuestion(id, header, question, options, multiSelect, true, closed);
  }
}
