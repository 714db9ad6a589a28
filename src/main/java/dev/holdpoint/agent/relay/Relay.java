package dev.holdpoint.agent.relay;

import dev.holdpoint.agent.loop.AgentPrompt;
import dev.holdpoint.agent.loop.Completion;
import dev.holdpoint.agent.loop.Outsiders;
import dev.holdpoint.agent.loop.ProgressWriter;
import dev.holdpoint.agent.loop.WorkerTask;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.agent.AgentBinding;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.agent.AgentBindings;
import dev.holdpoint.engine.cluster.NodeReach;
import dev.holdpoint.engine.cluster.Reachability;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Outage;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.journal.Transcripts;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.ForeignRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.triage.Asides;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs that agents outside carry out. A run keeps its line to the agent while it waits for a
 * person; where the line is lost it is made again when somebody decides, if the agent can take its
 * talk up again, and otherwise the run ends.
 */
public final class Relay implements Outsiders, Reachability, CommitListener, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Relay.class);

  private final Parts parts;
  private final Map<String, ExternalAgent> byRoute;
  private final Executor threads;
  private final PeerSessions seats;
  private final ParkedRunMonitor tending;
  private volatile boolean closing;

  /** The lines of runs that are under way, by the runs' keys. */
  private final ConcurrentMap<Long, AgentConnection> lines = new ConcurrentHashMap<>();

  /** What the walks need of the rest of the daemon. */
  public record Parts(
      Engine engine,
      Progress progress,
      AgentBindings engagements,
      Feed feed,
      Transcripts transcripts,
      Completion completion,
      AgentPrompt briefing,
      Workspaces workspaces,
      NodeReach neighbours,
      Asides asides) {}

  /**
   * @param threads runs each task on a thread of its own
   */
  public Relay(Parts parts, Map<String, ExternalAgent> byRoute, Executor threads) {
    this.parts = parts;
    this.byRoute = Map.copyOf(byRoute);
    this.threads = threads;
    this.seats = new PeerSessions(parts.workspaces, this::threadOf);
    this.tending = new ParkedRunMonitor(parts.engagements, parts.engine, this::forget);
  }

  private @Nullable String threadOf(Run run) {
    Session session = parts.engine.read(queries -> queries.session(run.head().sessionKey()));
    return session == null ? null : session.threadId();
  }

  Parts parts() {
    return parts;
  }

  PeerSessions seats() {
    return seats;
  }

  ExternalAgent outsider(Run run) {
    ExternalAgent outsider = byRoute.get(run.head().provider());
    if (outsider == null) {
      throw new IllegalStateException("there is no agent for the route " + run.head().provider());
    }
    return outsider;
  }

  @Override
  public boolean carry(Run run) {
    return byRoute.containsKey(run.head().provider());
  }

  @Override
  public long work(Run run, WorkerTask job) {
    job.stay();
    ProgressWriter pen = new ProgressWriter(parts.progress, run, job);
    return pen.follow(new RelayWalk(this, pen, job)::go);
  }

  /** Whether the run's agent is at this node, so that no other can go on with it. */
  public boolean has(long runKey) {
    return lines.containsKey(runKey);
  }

  /** Of the runs whose agents are here. */
  public Set<Long> runKeys() {
    return Set.copyOf(lines.keySet());
  }

  @Nullable AgentConnection line(Run run) {
    return lines.get(run.key());
  }

  void keep(Run run, AgentConnection line) {
    lines.put(run.key(), line);
    seats.occupy(run, line);
  }

  /** The line leads nowhere any more, or never did. */
  void forget(AgentConnection line) {
    lines.remove(line.runKey(), line);
  }

  /** The run waits from now on; what the agent does meanwhile is looked after. */
  void park(Run run, AgentConnection line) {
    line.talk().onNews(() -> look(run, line));
    synchronized (line) {
      line.leave();
    }
    // What came before anybody was told of news.
    look(run, line);
  }

  private void look(Run run, AgentConnection line) {
    // A daemon that stops ends its agents itself: the next one sees to the runs.
    if (!closing) {
      threads.execute(() -> tending.look(run, line));
    }
  }

  @Override
  public Place whereIs(Run run, Queries queries) {
    if (!AgentBinding.isFor(run) || isHere(run)) {
      return Place.HERE;
    }
    AgentBinding engagement = AgentBindings.of(queries, run.head().sessionKey());
    Place place =
        engagement == null || !engagement.isOf(run.key())
            ? Place.NOWHERE
            : parts.neighbours.placeOf(engagement, queries);
    // Where no agent has the route any more, the loop says so.
    return place == Place.NOWHERE && !carry(run) ? Place.HERE : place;
  }

  private boolean isHere(Run run) {
    AgentConnection line = lines.get(run.key());
    return line != null && line.talk().isAlive();
  }

  @Override
  public void bring(long runKey) {
    Run run = parts.engine.read(queries -> queries.run(runKey));
    if (run == null || run.status().isSettled() || !carry(run)) {
      return;
    }
    try {
      seats.alone(run, () -> bring(run));
    } catch (PeerFailure e) {
      throw Reachability.unavailable(run, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Reachability.unavailable(run, "the daemon is stopping");
    }
  }

  private boolean bring(Run run) throws PeerFailure, InterruptedException {
    if (isHere(run) || parts.engagements.fetch(run) != AgentBindings.Fetching.OURS) {
      return false;
    }
    boolean there = false;
    try {
      AgentBinding engagement =
          Objects.requireNonNull(
              parts.engine.read(queries -> AgentBindings.of(queries, run.head().sessionKey())));
      ExternalAgent outsider = outsider(run);
      if (!outsider.name().equals(engagement.agent())) {
        throw new PeerFailure(
            "its agent " + engagement.agent() + " is no longer the agent of the route");
      }
      AgentConnection line =
          AgentConnection.again(run.key(), seats.takeUp(run, outsider, engagement.talkId()));
      keep(run, line.knowing(parts.transcripts.of(run)));
      there = true;
      log.info("the agent {} was restarted for run {}", outsider.name(), run.id());
    } finally {
      parts.engagements.settle(run, there);
    }
    return true;
  }

  @Override
  public void rows(List<JournalRow> rows) {
    for (JournalRow row : rows) {
      Run run = row.run();
      if (run != null) {
        endIfSettled(run);
      }
    }
  }

  private void endIfSettled(Run run) {
    if (run.status().isSettled() && carry(run)) {
      AgentConnection line = lines.remove(run.key());
      if (line != null) {
        threads.execute(() -> end(run, line));
      }
    }
  }

  @Override
  public boolean wants(ForeignRow row) {
    return lines.containsKey(row.runKey());
  }

  @Override
  public void unknown() {
    if (!closing) {
      threads.execute(this::lookForEnded);
    }
  }

  /** A run may have ended without a word of it here, and its agent would be kept for nobody. */
  private void lookForEnded() {
    for (long runKey : runKeys()) {
      try {
        Run run = parts.engine.read(queries -> queries.run(runKey));
        if (run != null) {
          endIfSettled(run);
        }
      } catch (StoreFailure e) {
        // What is not told when the database is back is found at the next start.
        Outage.unlessAway(log, "the state of a run could not be read", e);
      }
    }
  }

  /** The run has ended, perhaps before the agent has: that is told to stop. */
  private void end(Run run, AgentConnection line) {
    try {
      seats.release(run, line);
      parts.engagements.over(run);
    } catch (Refused e) {
      // It is found again at the next start.
      Outage.unlessAway(log, "the agent's end of run " + run.id() + " could not be recorded", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The others take this node for gone, and see to its runs: its agents end. */
  public void letGo() {
    lines.clear();
    seats.clear();
  }

  /** Lets go of agents that nobody has needed for so long. */
  public void sweep(long idleMs) {
    seats.sweep(idleMs);
  }

  @Override
  public void close() {
    closing = true;
    byRoute.values().forEach(outsider -> outsider.peer().close());
  }
}
