package dev.holdpoint.core.agent;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.run.Run;
import org.jspecify.annotations.Nullable;

/**
 * That a session works with an agent outside. Kept before the agent is given anything to do, so
 * that nobody gives it the same twice.
 *
 * @param key the session's; one of its own where nothing is left but what the agent has said
 * @param agent by the name under which it is configured
 * @param talkId what the agent calls the conversation
 * @param lasting whether the agent can take the conversation up after its process has ended
 * @param runKey of the run whose input the agent has been given, or is about to be; null when that
 *     has ended
 * @param node the epoch of the node at which the agent's process is, or was last; 0 for none, and
 *     where there are no nodes
 * @param coming whether the node is only just starting the process
 * @param denials what the agent is to be told of what was denied to it; null when nothing was
 * @param loads what the agent said when it was last greeted, by whichever session: whether it takes
 *     conversations up again. One of an agent's bindings has it and is found by the agent's name;
 *     null for the others
 */
public record AgentBinding(
    long key,
    String sessionId,
    String agent,
    String talkId,
    boolean lasting,
    @Nullable Long runKey,
    long node,
    boolean coming,
    @Nullable Denials denials,
    @Nullable Boolean loads)
    implements StoredRecord {
  public static final RecordKind<AgentBinding> KIND = RecordKind.uncached(22, AgentBinding.class);

  /** What the routes to agents begin with; behind it comes the agent's name. */
  public static final String ROUTE = "acp:";

  public AgentBinding(
      long key,
      String sessionId,
      String agent,
      String talkId,
      boolean lasting,
      @Nullable Long runKey,
      long node,
      boolean coming) {
    this(key, sessionId, agent, talkId, lasting, runKey, node, coming, null, null);
  }

  /** Whether the run is for an agent outside. */
  public static boolean isFor(Run run) {
    return run.head().provider().startsWith(ROUTE);
  }

  @Override
  public @Nullable String name() {
    return loads == null ? null : agent;
  }

  @Override
  public String group() {
    return runKey == null ? "" : busyAt(node);
  }

  /** The group of those whose agent has something to do, at this node. */
  public static String busyAt(long node) {
    return node == 0 ? "busy" : "busy@" + node;
  }

  /** Whether the run's input has been given to the agent, or may have been. */
  public boolean isOf(long run) {
    return runKey != null && runKey == run;
  }

  /** The prompt that the agent of this run has not been sent yet; null when there is none. */
  public @Nullable String dueFor(long run) {
    return isOf(run) && denials != null ? denials.due() : null;
  }

  /** What was denied to the agent in the run. */
  public Denials denialsOf(long run) {
    return isOf(run) && denials != null ? denials : Denials.NONE;
  }

  public AgentBinding with(Denials next) {
    return new AgentBinding(
        key, sessionId, agent, talkId, lasting, runKey, node, coming, next, loads);
  }

  public AgentBinding idle() {
    return new AgentBinding(key, sessionId, agent, talkId, lasting, null, node, false, null, loads);
  }

  /** The same, which also tells what the agent has said of itself. */
  public AgentBinding saying(boolean takesUp) {
    return new AgentBinding(
        key, sessionId, agent, talkId, lasting, runKey, node, coming, denials, takesUp);
  }

  /** What is left where the session is gone, or with another agent: what this one has said. */
  public AgentBinding without(long ownKey) {
    return new AgentBinding(ownKey, "", agent, "", false, null, 0, false, null, loads);
  }

  /** The agent's process is at this node from now on; 0 when there is none any more. */
  public AgentBinding at(long place) {
    return new AgentBinding(
        key, sessionId, agent, talkId, lasting, runKey, place, false, denials, loads);
  }

  /** The agent's process is being started at this node. */
  public AgentBinding comingTo(long place) {
    return new AgentBinding(
        key, sessionId, agent, talkId, lasting, runKey, place, true, denials, loads);
  }
}
