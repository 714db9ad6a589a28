package dev.holdpoint.agent.model;

/** The provider could not give a turn; the message is shown as the run's error. */
public final class ModelFailure extends Exception {
  public ModelFailure(String message) {
    super(message);
  }
}
