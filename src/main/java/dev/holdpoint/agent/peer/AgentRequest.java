package dev.holdpoint.agent.peer;

import dev.holdpoint.core.gate.Caution;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.gate.PageLink;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.AgentCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an agent wants to know of a person. */
public sealed interface AgentRequest {
  /** By which the talk finds again who waits for the answer: unique in its process. */
  String key();

  /** The agent's name for the call that it is about, or one of ours. */
  String callId();

  /** What is shown as the call's tool, and its input. */
  String tool();

  Json input();

  /** What more rules may look at; null when nothing is known. */
  default @Nullable AgentCall agentCall() {
    return null;
  }

  /**
   * May it do this?
   *
   * @param reason for people
   * @param offer what it lets people choose from
   * @param agentCall for a command or a change of mode
   * @param caution how carefully it wants the request handled; null where it says nothing
   */
  record Permission(
      String key,
      String callId,
      String tool,
      Json input,
      String reason,
      Offer offer,
      @Nullable AgentCall agentCall,
      @Nullable Caution caution)
      implements AgentRequest {}

  /**
   * @param form the JSON schema that the answers, as one object with a member for each question,
   *     have to meet; null when the questions themselves say all
   * @param link the page that people are asked to open; null for anything else
   */
  record Inquiry(
      String key,
      String callId,
      String tool,
      Json input,
      List<StructuredQuestion> questions,
      @Nullable Json form,
      @Nullable PageLink link)
      implements AgentRequest {
    public Inquiry(
        String key,
        String callId,
        String tool,
        Json input,
        List<StructuredQuestion> questions,
        @Nullable Json form) {
      this(key, callId, tool, input, questions, form, null);
    }
  }
}
