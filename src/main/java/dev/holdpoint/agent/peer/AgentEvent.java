package dev.holdpoint.agent.peer;

import dev.holdpoint.core.record.Json;
import org.jspecify.annotations.Nullable;

/** What an agent lets others know. */
public sealed interface AgentEvent {
  /** It speaks; a piece of its words, which may be put together with the piece before. */
  record Said(String text) implements AgentEvent {}

  /**
   * It has begun to use a tool of its own.
   *
   * @param callId the agent's name for the call, unique in the talk
   */
  record Began(String callId, String tool, Json input) implements AgentEvent {}

  /** The tool has come to its end, for good or bad. */
  record Finished(String callId, boolean failed, Json output) implements AgentEvent {}

  /**
   * It works in another mode from now on, which nobody here has set.
   *
   * @param from null when it has not said in which it was
   */
  record ModeChanged(@Nullable String from, String to) implements AgentEvent {}

  /** It waits for somebody to answer. */
  record Asked(AgentRequest ask) implements AgentEvent {}

  /**
   * An ask that is not waited for any more: it was answered elsewhere, or the agent has lost it.
   *
   * @param reason what is known of it, for people
   */
  record Dropped(AgentRequest ask, String reason) implements AgentEvent {}

  /** What it was given to do is done. */
  record Ended(Reason reason, String detail) implements AgentEvent {
    public enum Reason {
      /** As it should be. */
      DONE,
      /** It has used up what it may use. */
      LIMIT,
      REFUSED,
      CANCELLED,
      /** It has said that it cannot. */
      FAILED
    }
  }

  /** The agent is not there any more; nothing comes after this. */
  record Gone(String reason) implements AgentEvent {}
}
