package dev.holdpoint.agent.peer;

/** An agent cannot do what it was asked; the message is for people and names no secret. */
public final class PeerFailure extends Exception {
  private static final long serialVersionUID = 1L;

  public PeerFailure(String message) {
    super(message);
  }
}
