package dev.holdpoint.engine.external;

import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.agent.OwnedSession;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordWalk;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Which sessions of agents were made for which clients. */
public final class OwnedSessions {
  /** The newest of each owner are kept. */
  private static final int MOST = 2_000;

  private static final String PREFIX = "own_";

  private final Engine engine;
  private final Commits commits;

  public OwnedSessions(Engine engine, Commits commits) {
    this.engine = engine;
    this.commits = commits;
  }

  /** The session was made for this client; it is on record when this returns. */
  public void made(String agent, String agentSession, String owner) {
    String group = PrincipalName.folded(owner);
    String name = name(agent, agentSession, group);
    commits.commit(
        change -> {
          if (change.named(OwnedSession.KIND, name) == null) {
            List<OwnedSession> old =
                RecordWalk.of(change.queries(), OwnedSession.KIND, group).skip(MOST - 1L).toList();
            old.forEach(one -> change.discard(OwnedSession.KIND, one));
            long key = Ulid.keyOf(PREFIX, change.newId(PREFIX)).orElseThrow();
            change.keep(OwnedSession.KIND, new OwnedSession(key, name, group));
          }
          return name;
        });
  }

  /** Those of the sessions that were made for this client. */
  public Set<String> of(String agent, Collection<String> agentSessions, String owner) {
    String group = PrincipalName.folded(owner);
    return engine.read(
        (Queries queries) ->
            agentSessions.stream()
                .filter(one -> queries.named(OwnedSession.KIND, name(agent, one, group)) != null)
                .collect(Collectors.toUnmodifiableSet()));
  }

  /** Hashed, since the agent may call its session anything; lengths keep the parts apart. */
  private static String name(String agent, String agentSession, String group) {
    String text =
        "%d:%s%d:%s%s".formatted(agent.length(), agent, group.length(), group, agentSession);
    return Digests.sha256Hex(text.getBytes(StandardCharsets.UTF_8));
  }
}
