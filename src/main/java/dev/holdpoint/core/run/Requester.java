package dev.holdpoint.core.run;

import java.util.List;

/**
 * The child that asks: who it is, and which call of which run waits for the answer.
 *
 * @param own the projects and channels in which the child works when it asks
 * @param parent those in which its parent works at that moment
 */
public record Requester(
    String agentId,
    String sessionId,
    long runKey,
    String runId,
    String callId,
    Contexts own,
    Contexts parent) {

  public Requester {
    // A question that was put before contexts were kept has none.
    own = own == null ? Contexts.NONE : own;
    parent = parent == null ? Contexts.NONE : parent;
  }

  /** Ids of what a session belongs to, oldest first. */
  public record Contexts(List<String> projectIds, List<String> channelIds) {
    public static final Contexts NONE = new Contexts(List.of(), List.of());
  }
}
