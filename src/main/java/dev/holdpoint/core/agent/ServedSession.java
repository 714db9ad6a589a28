package dev.holdpoint.core.agent;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;

/**
 * The session in which stands what an agent asks that a client speaks to through a server of its
 * own. It is how the next daemon finds what was left waiting for processes that are gone.
 *
 * @param key the session's
 * @param name the same for no two: of the server, the agent and the agent's own session
 * @param epoch which of the server's processes had it last
 * @param open whether that process may still be waiting for answers
 * @param node the epoch of the node whose process it is; 0 where there are no nodes
 */
public record ServedSession(
    long key,
    String name,
    String serverId,
    String agent,
    String agentSession,
    long epoch,
    boolean open,
    long node)
    implements StoredRecord {
  public static final RecordKind<ServedSession> KIND = RecordKind.uncached(23, ServedSession.class);

  @Override
  public String group() {
    return open ? openAt(node) : "closed";
  }

  /** The group of those that a process of this node may wait in. */
  public static String openAt(long node) {
    return node == 0 ? "open" : "open@" + node;
  }

  public ServedSession openedBy(long process, long place) {
    return new ServedSession(key, name, serverId, agent, agentSession, process, true, place);
  }

  /** Whether this very process had it last. */
  public boolean isOf(long process, long place) {
    return epoch == process && node == place;
  }

  public ServedSession closed() {
    return new ServedSession(key, name, serverId, agent, agentSession, epoch, false, node);
  }
}
