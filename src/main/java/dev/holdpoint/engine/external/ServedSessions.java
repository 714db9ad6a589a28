package dev.holdpoint.engine.external;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.agent.ServedSession;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.session.Removal;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.session.SessionIds;
import dev.holdpoint.engine.access.Ownership;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.commit.Portions;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.engine.port.store.LiveRun;
import dev.holdpoint.engine.port.store.RecordWalk;
import dev.holdpoint.engine.run.Slots;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of agents that clients speak to through servers of their own: one for each session
 * that such an agent has. Which one that is follows from the server and the agent, so that nobody
 * comes to another's session by choosing an id.
 */
public final class ServedSessions {
  /** What runs come from that such an agent has asked for. */
  public static final String SOURCE = RunHead.SERVED;

  private static final String WITH_THE_DAEMON = "the agent's process ended with the daemon";
  private static final String BY = "daemon";
  private static final int DIGITS = 12;

  private final Commits commits;
  private final Slots slots;

  public ServedSessions(Commits commits, Slots slots) {
    this.commits = commits;
    this.slots = slots;
  }

  /**
   * Whose sessions they are.
   *
   * @param epoch no two processes have the same
   * @param ownerId the token whose sessions they are; null for nobody's
   */
  public record Server(String id, String agent, long epoch, @Nullable String ownerId) {
    /** One whose sessions are nobody's. */
    public Server(String id, String agent, long epoch) {
      this(id, agent, epoch, null);
    }
  }

  /** The session for what the agent asks in its own; made when there is none that takes work. */
  public Session open(Server server, String agentSession) {
    String name = name(server, agentSession);
    return commits.commit(
        change -> {
          ServedSession known = change.named(ServedSession.KIND, name);
          long node = change.ledger().epoch();
          return known != null && isElsewhere(change, known)
              ? open(change, server, agentSession, name + "@" + node)
              : open(change, server, agentSession, name);
        });
  }

  /** A process of another node waits in it: whatever becomes of one is nothing to the other. */
  private static boolean isElsewhere(Change change, ServedSession known) {
    long node = change.ledger().epoch();
    return known.open()
        && node != 0
        && known.node() != node
        && change.queries().silentMs(known.node()) != null;
  }

  private Session open(Change change, Server server, String agentSession, String name) {
    long node = change.ledger().epoch();
    ServedSession known = change.named(ServedSession.KIND, name);
    Session session = known == null ? null : change.session(known.key());
    if (known != null && session != null && !session.isEnded()) {
      if (known.open() && known.node() != node) {
        // Its node is gone, and nobody has seen yet to what it left here.
        interruptIn(change, known);
      }
      if (!known.isOf(server.epoch, node) || !known.open()) {
        change.keep(ServedSession.KIND, known.openedBy(server.epoch, node));
      }
      return session;
    }
    if (known != null) {
      change.discard(ServedSession.KIND, known);
    }
    Session made = create(change, server, agentSession, name);
    change.keep(
        ServedSession.KIND,
        new ServedSession(
            made.key(), name, server.id, server.agent, agentSession, server.epoch, true, node));
    return made;
  }

  private static Session create(
      Change change, Server server, String agentSession, String fullName) {
    String own = change.newId("ses_");
    String id = chosen(change, server, agentSession, fullName);
    Session session =
        new Session(
            Ulid.keyOf("ses_", own).orElseThrow(),
            id == null ? own : id,
            server.agent,
            "con_" + own.substring("ses_".length()),
            Tenants.ROOT,
            null,
            null,
            null,
            change.nowMs(),
            null,
            null,
            null,
            null,
            List.of(),
            null);
    change.add(session);
    Ownership.begin(change, session, null, server.ownerId);
    return session;
  }

  /** The agent's own id where it can be had, so that people find the session again. */
  private static @Nullable String chosen(
      Change change, Server server, String agentSession, String fullName) {
    if (isFree(change, agentSession)) {
      return agentSession;
    }
    String made = "acp-" + server.id + "-" + fullName.substring(0, DIGITS);
    return isFree(change, made) ? made : null;
  }

  static boolean isFree(Change change, String id) {
    return SessionIds.fault(id) == null
        && change.session(id) == null
        && change.named(Removal.KIND, id) == null;
  }

  /** Hashed, since the agent may call its session anything; lengths keep the parts apart. */
  private static String name(Server server, String agentSession) {
    String text =
        "%d:%s%d:%s%s"
            .formatted(
                server.id.length(), server.id, server.agent.length(), server.agent, agentSession);
    return Digests.sha256Hex(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The process has ended, and all that waited for it was told. */
  public void close(Server server, Collection<Long> sessionKeys) {
    if (sessionKeys.isEmpty()) {
      return;
    }
    commits.commit(
        change -> {
          for (long key : sessionKeys) {
            ServedSession served = change.kept(ServedSession.KIND, key);
            if (served != null
                && served.open()
                && served.isOf(server.epoch, change.ledger().epoch())) {
              change.keep(ServedSession.KIND, served.closed());
            }
          }
          return server;
        });
  }

  /**
   * Interrupts what was left waiting for processes of a node that is gone. Gives how much it was.
   *
   * @param node its epoch; 0 is an earlier daemon's, where there are no nodes
   */
  public int interruptLeft(Engine engine, long node) {
    List<ServedSession> left =
        engine.read(
            queries ->
                RecordWalk.of(queries, ServedSession.KIND, ServedSession.openAt(node)).toList());
    return Portions.of(
        left,
        some ->
            commits.commit(
                change ->
                    some.stream()
                        .mapToInt(served -> interruptLeft(change, served.key(), node))
                        .sum()));
  }

  private int interruptLeft(Change change, long key, long node) {
    ServedSession served = change.kept(ServedSession.KIND, key);
    // A process of a node that is there may have come to the session meanwhile.
    if (served == null || !served.open() || served.node() != node) {
      return 0;
    }
    change.keep(ServedSession.KIND, served.closed());
    return interruptIn(change, served);
  }

  private int interruptIn(Change change, ServedSession served) {
    List<Run> waiting =
        change.load(served.key()).awake().stream()
            .map(LiveRun::key)
            .flatMap(key -> legible(change, key).stream())
            .filter(run -> run.head().isServed())
            .toList();
    waiting.forEach(run -> ExternalGates.interrupt(change, run, WITH_THE_DAEMON, BY, slots));
    return waiting.size();
  }

  /** A damaged run stays as it is. The store logs it, and the other runs are interrupted. */
  private static Optional<Run> legible(Change change, long key) {
    try {
      return Optional.of(Existing.run(change, key));
    } catch (Damaged _) {
      return Optional.empty();
    }
  }
}
