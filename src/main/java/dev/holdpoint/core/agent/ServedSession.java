package dev.holdpoint.core.agent;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;

/**
 * The session in which stands what an agent asks that a client speaks to through a server of its
 * own. It is how the next daemon finds what was left waiting for processes that are gone.
 *
 * @param key the session's
 * @param name the same for no two: of the server, the agent and the agent's own session
 * @param epoch which of the server's processes had it last
 * @param open whether that process may still be waiting for answers
 */
public record ServedSession(
    long key,
    String name,
    String serverId,
    String agent,
    String agentSession,
    long epoch,
    boolean open)
    implements Kept {
  public static final Shelf<ServedSession> SHELF = new Shelf<>(23, ServedSession.class);

  /** The group of those that a process may wait in. */
  public static final String OPEN = "open";

  @Override
  public String group() {
    return open ? OPEN : "closed";
  }

  public ServedSession openedBy(long process) {
    return new ServedSession(key, name, serverId, agent, agentSession, process, true);
  }

  public ServedSession closed() {
    return new ServedSession(key, name, serverId, agent, agentSession, epoch, false);
  }
}
