package dev.holdpoint.agent.peer;

import dev.holdpoint.engine.asking.GateDecision;
import org.jspecify.annotations.Nullable;

/**
 * One conversation with an agent. What happens in it is kept until somebody takes it, so nobody has
 * to stand by while a person is waited for; keeping it never holds up the agent's other talks.
 */
public interface PeerSession extends AutoCloseable {
  /** What the agent calls it. */
  String id();

  /** Whether the agent can take it up again after its process has ended. */
  boolean isLasting();

  /** Whether the agent is there. False means that {@link AgentEvent.Gone} comes, or has come. */
  boolean isAlive();

  /** What the agent says of itself, and the mode that it is in now. */
  default AgentSelf self() {
    return AgentSelf.UNKNOWN;
  }

  /** Whether an answer that says no carries its reason to the agent. */
  default boolean tellsReasons() {
    return true;
  }

  /**
   * Brings the conversation into the state in which the agent is to work: in the mode that is
   * configured, whatever it has chosen since. Called before each prompt; ends in bounded time.
   *
   * @throws PeerFailure if the agent does not offer the mode, or refuses it
   */
  default void prepare() throws PeerFailure, InterruptedException {}

  /** Gives the agent something to do; {@link AgentEvent.Ended} comes when it is done. */
  void prompt(String text) throws PeerFailure;

  /** The next thing that happened; waits for it. */
  AgentEvent next() throws InterruptedException;

  /** The next thing that happened, left where it is; null if nothing has. */
  @Nullable AgentEvent peek();

  /**
   * Has somebody told whenever something has happened, in the place of whoever was told before.
   * Told from any thread, perhaps more than once; it must return at once.
   */
  void onNews(Runnable news);

  /**
   * Answers what the agent has asked. Gives once the answer is on its way to it.
   *
   * @throws PeerFailure if the agent is gone, or does not wait for this answer any more
   */
  void answer(AgentRequest ask, GateDecision decision) throws PeerFailure, InterruptedException;

  /**
   * Tells the agent to stop what it was given to do, and answers all that it has asked and waits
   * for as cancelled. Does nothing when there is nothing to stop.
   */
  void cancel();

  /** Nobody will ask for it any more. The agent may be kept for others. */
  @Override
  void close();
}
