package dev.holdpoint.agent.claude;

import dev.holdpoint.agent.peer.PeerFailure;

/** The process at the other end. */
interface ClaudeWire {
  void send(String line) throws PeerFailure;

  boolean isAlive();

  /** Ends it soon; the reason is for people. */
  void end(String reason);
}
