package dev.holdpoint.engine.retention;

import dev.holdpoint.core.access.ExternalId;
import dev.holdpoint.core.agent.AgentBinding;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Removal;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.delivery.Deliveries;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.port.RunFiles;
import dev.holdpoint.engine.port.SessionFiles;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.engine.timer.DueWork;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes sessions away. The first commit makes the session unknown to everybody and notes what is
 * left to do; its rows follow some at a time, so that nobody else waits for long. A crash in
 * between is made up for at the next start.
 */
public final class SessionRemoval implements DueWork {
  private static final Logger log = LoggerFactory.getLogger(SessionRemoval.class);
  private static final int RUNS_AT_ONCE = 50;
  private static final long RETRY_MS = 60_000;
  private static final int CHILDREN = 1_000;

  private final Commits commits;
  private final Engine engine;
  private final SessionFiles files;
  private final RunFiles runFiles;
  private final SessionRecords records;
  private volatile Runnable first = () -> {};

  public SessionRemoval(
      Commits commits,
      Engine engine,
      Deliveries deliveries,
      SessionFiles files,
      RunFiles runFiles) {
    this.commits = commits;
    this.engine = engine;
    this.files = files;
    this.runFiles = runFiles;
    this.records = new SessionRecords(deliveries);
  }

  /** What has to read a session's journal before that goes. */
  public void first(Runnable reads) {
    first = reads;
  }

  /**
   * Returns when everything is gone.
   *
   * @return the session as it was
   */
  public Session remove(String sessionId) {
    first.run();
    Session removed =
        commits.commit(
            change -> {
              Session session = Existing.session(change, sessionId);
              check(change, session);
              forgetName(change, session);
              change.remove(session);
              forgetAgent(change, session);
              Secrets.destroy(change, session.conversationId());
              change.keep(Removal.KIND, new Removal(session.key(), session.id(), change.nowMs()));
              return session;
            });
    while (ring() > 0) {}
    return removed;
  }

  /** What a host called it may be the name of another conversation from now on. */
  private static void forgetName(Change change, Session session) {
    String externalId = session.conversation() == null ? null : session.conversation().externalId();
    ExternalId name =
        externalId == null
            ? null
            : change.named(
                ExternalId.KIND, ExternalId.ofConversation(session.tenantId(), externalId));
    if (name != null) {
      change.discard(ExternalId.KIND, name);
    }
  }

  private static void forgetAgent(Change change, Session session) {
    AgentBinding engagement = change.kept(AgentBinding.KIND, session.key());
    if (engagement == null) {
      return;
    }
    if (engagement.loads() == null) {
      change.discard(AgentBinding.KIND, engagement);
    } else {
      // What the agent has said of itself is no session's; nothing else is left.
      change.keep(AgentBinding.KIND, engagement.without(engagement.key()));
    }
  }

  private static void check(Change change, Session session) {
    if (!session.isEnded()) {
      throw Problem.SESSION_CONFLICT
          .because("Only a session that has ended can be removed. End it first with POST …/end.")
          .asException();
    }
    for (String id : change.queries().children(session.key(), CHILDREN)) {
      Session child = change.session(id);
      if (child != null && !child.isEnded()) {
        throw Problem.SESSION_CONFLICT
            .because(
                "The agent of this session started session "
                    + Existing.shown(id)
                    + ", which may still ask it something. End that session first.")
            .asException();
      }
    }
  }

  /** One at a time: somebody who comes late must not remove what came under the same name. */
  @Override
  public synchronized int ring() {
    List<Removal> due = engine.read(queries -> queries.due(Removal.KIND, engine.nowMs(), 1));
    due.forEach(this::takeUp);
    return due.size();
  }

  /** Whoever has taken it is alone with it for a while, also among several nodes. */
  private void takeUp(Removal due) {
    Removal taken =
        engine.cluster().isShared()
            ? commits
                .commit(
                    change -> {
                      Removal now = change.kept(Removal.KIND, due.key());
                      if (now == null || now.dueAtMs() > change.nowMs()) {
                        return Optional.<Removal>empty();
                      }
                      change.keep(Removal.KIND, now.later(change.nowMs() + RETRY_MS));
                      return Optional.of(now);
                    })
                .orElse(null)
            : due;
    if (taken != null && goOn(taken) && engine.cluster().isShared()) {
      keep(taken.later(engine.nowMs()));
    }
  }

  /** Whether there is more to do at once. */
  private boolean goOn(Removal removal) {
    // What belongs to runs goes before the rows by which it is found.
    if (!tookAway(
        removal, () -> engine.read(q -> someRuns(q, removal)).forEach(runFiles::remove))) {
      return false;
    }
    if (removeSome(removal)) {
      return true;
    }
    // A node that slept meanwhile must not take away what has come under the same name.
    if (!isUnfinished(removal) || !tookAway(removal, () -> files.remove(removal.sessionId()))) {
      return false;
    }
    return commits.commit(
        change -> {
          if (records.discardSome(change, removal) > 0) {
            return true;
          }
          change.discard(Removal.KIND, removal);
          return false;
        });
  }

  /** While it is, nobody else can have the name. */
  private boolean isUnfinished(Removal removal) {
    return engine.read(queries -> queries.kept(Removal.KIND, removal.key())) != null;
  }

  /** Whether the files are gone; if not, all that is left is tried again later. */
  private boolean tookAway(Removal removal, Runnable removesFiles) {
    try {
      removesFiles.run();
      return true;
    } catch (RuntimeException e) {
      log.warn(
          "session '{}' was removed, but not its files: {}", removal.sessionId(), e.getMessage());
      keep(removal.later(engine.nowMs() + RETRY_MS));
      return false;
    }
  }

  private void keep(Removal removal) {
    commits.commit(
        change -> {
          if (change.kept(Removal.KIND, removal.key()) != null) {
            change.keep(Removal.KIND, removal);
          }
          return removal;
        });
  }

  @Override
  public boolean isUrgent() {
    return false;
  }

  /** Whether there were any runs left. */
  private boolean removeSome(Removal removal) {
    return commits.commit(
        change -> {
          List<Run> runs = someRuns(change.queries(), removal);
          for (Run run : runs) {
            if (GateRecords.discard(change, run, _ -> {})) {
              change.remove(run, Trails.after(change.queries(), run, 0));
            }
          }
          return !runs.isEmpty();
        });
  }

  private static List<Run> someRuns(Queries queries, Removal removal) {
    return queries
        .runPage(new Queries.RunFilter(removal.key(), null, false, null, RUNS_AT_ONCE))
        .runs();
  }
}
