package dev.holdpoint.engine.content;

import java.util.List;

/**
 * What a submission names that only the work which takes it can look up.
 *
 * @param pieces its input, in order; empty where the submission has its text already
 * @param bindingKeys names that are to lead to the session
 */
public record InputReferences(List<InputPiece> pieces, List<String> bindingKeys) {
  public static final InputReferences NONE = new InputReferences(List.of(), List.of());
}
