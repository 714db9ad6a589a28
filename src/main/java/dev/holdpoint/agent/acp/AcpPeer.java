package dev.holdpoint.agent.acp;

import dev.holdpoint.agent.peer.AgentCommand;
import dev.holdpoint.agent.peer.Peer;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.peer.PeerSession;
import dev.holdpoint.agent.process.Processes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An agent over ACP: one process for all its talks, started by the first of them and ended some
 * time after the last. Whoever comes while it is being started shares what comes of that; whoever
 * talks already is not held up.
 */
public final class AcpPeer implements Peer {
  private static final Executor ASIDE = task -> Thread.ofVirtual().name("agent-peer").start(task);

  /**
   * How long an agent is waited for.
   *
   * @param handshake for a process to start and introduce itself
   * @param opening for a session to be opened or loaded
   * @param idle until a process that nobody talks to is ended
   */
  public record Patience(Duration handshake, Duration opening, Duration idle) {
    public static final Patience USUAL =
        new Patience(Duration.ofSeconds(30), Duration.ofSeconds(60), Duration.ofMinutes(10));
  }

  /** One process, from before it starts. */
  private static final class Running {
    final CompletableFuture<AcpHost> host = new CompletableFuture<>();
    // Guarded by the peer.
    int users;
    long departures;

    /** Its process may have ended before anybody has noticed; nothing can be opened there. */
    boolean isOver() {
      return host.isDone() && !host.isCompletedExceptionally() && !host.join().isAlive();
    }
  }

  private final AgentCommand command;
  private final @Nullable String mode;
  private final Processes processes;
  private final Map<String, String> environment;
  private final Patience patience;
  private @Nullable Running running;
  private boolean closed;

  /**
   * @param environment the daemon's, of which the agent gets the few variables that say where it is
   */
  public AcpPeer(AgentCommand command, Processes processes, Map<String, String> environment) {
    this(command, null, processes, environment, Patience.USUAL);
  }

  /**
   * @param mode in which the agent is to work; null for its own
   */
  public AcpPeer(
      AgentCommand command,
      @Nullable String mode,
      Processes processes,
      Map<String, String> environment,
      Patience patience) {
    this.command = command;
    this.mode = mode;
    this.processes = processes;
    this.environment = environment;
    this.patience = patience;
  }

  @Override
  public PeerSession open(Opening opening) throws PeerFailure, InterruptedException {
    Running joined = join(opening.folder());
    boolean opened = false;
    try {
      PeerSession talk = host(joined).open(opening, mode, patience.opening(), () -> leave(joined));
      opened = true;
      return talk;
    } finally {
      if (!opened) {
        leave(joined);
      }
    }
  }

  private synchronized Running join(Path folder) throws PeerFailure {
    if (closed) {
      throw new PeerFailure("the agent '%s' was stopped".formatted(command.name()));
    }
    Running joined = running;
    if (joined == null || joined.isOver()) {
      joined = new Running();
      running = joined;
      Running begun = joined;
      ASIDE.execute(() -> begin(begun, folder));
    }
    joined.users++;
    return joined;
  }

  private void begin(Running begun, Path folder) {
    try {
      AcpHost host =
          AcpHost.start(
              command, folder, processes, environment, patience.handshake(), () -> forget(begun));
      begun.host.complete(host);
    } catch (PeerFailure | InterruptedException | RuntimeException e) {
      forget(begun);
      begun.host.completeExceptionally(e);
    }
  }

  private synchronized void forget(Running gone) {
    if (running == gone) {
      running = null;
    }
  }

  private AcpHost host(Running joined) throws PeerFailure, InterruptedException {
    try {
      return joined.host.get();
    } catch (ExecutionException e) {
      throw new PeerFailure(
          e.getCause() instanceof PeerFailure failure
              ? String.valueOf(failure.getMessage())
              : "the agent '%s' could not be started".formatted(command.name()));
    }
  }

  private synchronized void leave(Running left) {
    left.users--;
    long departure = ++left.departures;
    if (left.users > 0) {
      return;
    }
    if (patience.idle().isZero()) {
      retire(left, departure);
    } else {
      CompletableFuture.delayedExecutor(patience.idle().toMillis(), TimeUnit.MILLISECONDS, ASIDE)
          .execute(() -> retire(left, departure));
    }
  }

  /** Unless somebody came meanwhile. */
  private synchronized void retire(Running left, long departure) {
    if (left.users == 0 && left.departures == departure) {
      forget(left);
      end(left);
    }
  }

  private static void end(Running left) {
    var _ = left.host.thenAcceptAsync(AcpHost::close, ASIDE);
  }

  /** Gives once nothing of the agent runs any more. */
  @Override
  public void close() {
    Running last;
    synchronized (this) {
      closed = true;
      last = running;
      running = null;
    }
    if (last == null) {
      return;
    }
    if (last.host.isDone() && !last.host.isCompletedExceptionally()) {
      last.host.join().close();
    } else {
      // Being started: it is ended as soon as that is over, and by the next daemon otherwise.
      end(last);
    }
  }
}
