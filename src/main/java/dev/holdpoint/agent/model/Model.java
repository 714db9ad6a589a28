package dev.holdpoint.agent.model;

import java.util.function.Consumer;

/**
 * A provider of turns. Implementations keep no state between calls: the transcript is all they get.
 */
public interface Model {
  /** The name shown as {@code request.model} when neither the run nor the session chose one. */
  String defaultModel();

  /** Whether its last words are held against the format that the run asks for. */
  default boolean isHeldToFormat() {
    return false;
  }

  /**
   * The next turn after this transcript.
   *
   * @param onText called with pieces of assistant text as they come, for live viewers only
   * @throws ModelFailure when the provider fails; the run ends {@code failed} with its message
   * @throws InterruptedException when the run was cancelled or interrupted meanwhile
   */
  ModelTurn next(ModelRequest request, Consumer<String> onText)
      throws ModelFailure, InterruptedException;
}
