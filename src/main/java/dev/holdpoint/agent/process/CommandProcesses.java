package dev.holdpoint.agent.process;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Every process that one command has brought about: its group, its session, and whatever left both
 * but still carries the command's mark in its environment.
 *
 * @param leader the pid of the command, which is also its group and its session; 0 when unknown
 * @param mark the assignment in the environment of all of them
 */
public record CommandProcesses(long leader, String mark) {
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(5);
  private static final Duration GLANCE = Duration.ofMillis(10);

  public List<ProcessTable.Entry> alive() {
    return ProcessTable.alive().stream()
        .filter(entry -> (leader > 1 && entry.belongsTo(leader)) || entry.hasInEnvironment(mark))
        .toList();
  }

  public boolean isAnyAlive() {
    return !alive().isEmpty();
  }

  /** Asks them to end, and after the grace period ends them. An interrupt ends the grace. */
  public void end(Duration grace) {
    boolean interrupted = signalUntilGone(Posix.SIGTERM, grace, false);
    interrupted |= signalUntilGone(Posix.SIGKILL, KILL_PATIENCE, true);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean signalUntilGone(int signal, Duration patience, boolean again) {
    boolean interrupted = false;
    long deadline = System.nanoTime() + patience.toNanos();
    List<ProcessTable.Entry> alive = alive();
    signal(alive, signal);
    while (!alive.isEmpty() && System.nanoTime() < deadline) {
      try {
        Thread.sleep(GLANCE); // a group gives no sign of its end
      } catch (InterruptedException e) {
        interrupted = true;
        if (!again) {
          return true;
        }
      }
      if (again) {
        // One that was just being forked by a stray was not there to be signalled.
        alive = alive();
        signal(alive, signal);
      } else {
        alive = left(alive);
      }
    }
    return interrupted;
  }

  /**
   * Those of them that run yet. Only when none does is the whole machine looked through again, for
   * what they may have started meanwhile: that reads two files of each of its processes.
   */
  private List<ProcessTable.Entry> left(List<ProcessTable.Entry> seen) {
    List<ProcessTable.Entry> left = seen.stream().filter(ProcessTable.Entry::runsYet).toList();
    return left.isEmpty() ? alive() : left;
  }

  private void signal(List<ProcessTable.Entry> alive, int signal) {
    Set<Long> spared = thisDaemon();
    if (leader > 1 && alive.stream().noneMatch(entry -> spared.contains(entry.pid()))) {
      // At once, so that none can fork between two signals.
      Posix.killGroup(leader, signal);
    }
    for (ProcessTable.Entry entry : alive) {
      if (entry.group() != leader && !spared.contains(entry.pid())) {
        Posix.kill(entry.pid(), signal);
      }
    }
  }

  // A command may have restarted the daemon: then this process is one of its children.
  private static Set<Long> thisDaemon() {
    Set<Long> pids = new HashSet<>();
    Optional<ProcessHandle> process = Optional.of(ProcessHandle.current());
    while (process.isPresent()) {
      pids.add(process.get().pid());
      process = process.get().parent();
    }
    return pids;
  }
}
