package dev.holdpoint.agent.relay;

import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.Peer;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.peer.PeerSession;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.agent.AgentBinding;
import dev.holdpoint.core.run.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The talks of sessions with their agents, which outlive the runs that need them. */
final class PeerSessions {
  private static final Logger log = LoggerFactory.getLogger(PeerSessions.class);

  /** How long an agent that was told to stop may go on. */
  private static final long STOP_SECONDS = 10;

  private static final long GLANCE_MS = 200;

  private final Workspaces workspaces;
  private final Function<Run, @Nullable String> threadOf;
  private final ConcurrentMap<Long, Seat> seats = new ConcurrentHashMap<>();
  private final ReentrantLock[] locks = new ReentrantLock[64];

  /**
   * @param line of the run that has it or had it last
   */
  private record Seat(
      String agent, PeerSession talk, @Nullable AgentConnection line, long sinceNanos) {}

  /** Something that nobody else may do for the same session meanwhile. */
  @FunctionalInterface
  interface Errand<T> {
    T run() throws PeerFailure, InterruptedException;
  }

  /**
   * @param threadOf what the run's session calls its conversation at the agent
   */
  PeerSessions(Workspaces workspaces, Function<Run, @Nullable String> threadOf) {
    this.workspaces = workspaces;
    this.threadOf = threadOf;
    for (int i = 0; i < locks.length; i++) {
      locks[i] = new ReentrantLock();
    }
  }

  <T> T alone(Run run, Errand<T> errand) throws PeerFailure, InterruptedException {
    ReentrantLock lock = locks[Math.floorMod(run.head().sessionKey(), locks.length)];
    lock.lockInterruptibly();
    try {
      return errand.run();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The session's talk with this agent: the one that is open, the one that was, or a new one.
   *
   * @param earlier what is known of the session's last talk
   * @param node this one's epoch: a talk that went on elsewhere is not the one that is open here
   */
  PeerSession take(Run run, ExternalAgent outsider, @Nullable AgentBinding earlier, long node)
      throws PeerFailure, InterruptedException {
    return alone(
        run,
        () -> {
          PeerSession open = stillOpen(run, outsider, earlier == null || earlier.node() == node);
          if (open != null) {
            return open;
          }
          if (earlier != null && earlier.lasting() && earlier.agent().equals(outsider.name())) {
            try {
              return sit(run, outsider, earlier.talkId());
            } catch (PeerFailure e) {
              log.warn(
                  "the agent {} could not resume the conversation of session {}: {}",
                  outsider.name(),
                  run.head().sessionId(),
                  e.getMessage());
            }
          }
          return sit(run, outsider, null);
        });
  }

  /** All of them end: other nodes may go on with their sessions. */
  void clear() {
    seats.values().forEach(seat -> seat.talk.close());
    seats.clear();
  }

  /** The talk that the run had, taken up again or not at all. */
  PeerSession takeUp(Run run, ExternalAgent outsider, String talkId)
      throws PeerFailure, InterruptedException {
    return sit(run, outsider, talkId);
  }

  private @Nullable PeerSession stillOpen(Run run, ExternalAgent outsider, boolean wasLastHere)
      throws InterruptedException {
    Seat seat = seats.get(run.head().sessionKey());
    if (seat == null) {
      return null;
    }
    if (wasLastHere
        && seat.agent.equals(outsider.name())
        && seat.talk.isAlive()
        && isQuiet(seat.line)) {
      return seat.talk;
    }
    seats.remove(run.head().sessionKey(), seat);
    seat.talk.close();
    return null;
  }

  /** Whether what the agent was given before has come to its end. */
  private static boolean isQuiet(@Nullable AgentConnection line) throws InterruptedException {
    try {
      return line == null || line.over().get(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  private PeerSession sit(Run run, ExternalAgent outsider, @Nullable String talkId)
      throws PeerFailure, InterruptedException {
    PeerSession talk =
        outsider
            .peer()
            .open(
                new Peer.Opening(
                    run.head().sessionId(), threadOf.apply(run), folder(run, outsider), talkId));
    Seat before =
        seats.put(
            run.head().sessionKey(),
            new Seat(outsider.name(), talk, /* line= */ null, System.nanoTime()));
    if (before != null) {
      before.talk.close();
    }
    return talk;
  }

  private Path folder(Run run, ExternalAgent outsider) throws PeerFailure {
    if (outsider.folder() != null) {
      return outsider.folder();
    }
    try {
      return workspaces.of(run.head().sessionId());
    } catch (IOException e) {
      throw new PeerFailure("the session's folder cannot be created: " + e.getMessage());
    }
  }

  /** The line has the session's talk from now on. */
  void occupy(Run run, AgentConnection line) {
    seats.computeIfPresent(
        run.head().sessionKey(),
        (_, seat) -> new Seat(seat.agent, seat.talk, line, System.nanoTime()));
  }

  /** The run is over: an agent that still works for it is told to stop, and waited for. */
  void release(Run run, AgentConnection line) throws InterruptedException {
    if (line.stop()) {
      line.talk().cancel();
      drain(line);
    }
    seats.computeIfPresent(
        run.head().sessionKey(),
        (_, seat) -> new Seat(seat.agent, seat.talk, seat.line, System.nanoTime()));
  }

  /** The worker who held the line may be on his way out and take some of it himself. */
  private static void drain(AgentConnection line) throws InterruptedException {
    Semaphore news = new Semaphore(0);
    line.talk().onNews(news::release);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
    while (!line.over().isDone()) {
      if (line.talk().peek() != null) {
        AgentEvent next = line.talk().next();
        if (next instanceof AgentEvent.Ended || next instanceof AgentEvent.Gone) {
          line.over().complete(next instanceof AgentEvent.Ended);
        }
      } else if (!news.tryAcquire(GLANCE_MS, TimeUnit.MILLISECONDS)
          && System.nanoTime() - deadline > 0) {
        line.over().complete(false);
      }
    }
  }

  void sweep(long idleMs) {
    long before = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(idleMs);
    for (Map.Entry<Long, Seat> entry : seats.entrySet()) {
      Seat seat = entry.getValue();
      boolean isFree = seat.line == null || seat.line.over().isDone();
      if (isFree && seat.sinceNanos - before <= 0 && seats.remove(entry.getKey(), seat)) {
        seat.talk.close();
      }
    }
  }
}
