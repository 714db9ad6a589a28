package dev.holdpoint.engine.content;

import java.util.List;

/**
 * What a submission names that only the work which takes it can look up.
 *
 * @param pieces its input, in order; empty where the submission has its text already
 * @param bindingKeys names that are to lead to the session
 */
public record Mentions(List<Piece> pieces, List<String> bindingKeys) {
  public static final Mentions NONE = new Mentions(List.of(), List.of());
}
