package dev.holdpoint.chaos;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What can happen to a process: it is killed, also while it starts, or stands still. */
final class ProcessFaults {
  /** A start takes about so long on a quiet machine. */
  private static final int START_MS = 2_500;

  private static final int NOTICES_S = 3;
  private static final int MOST_KILLS = 4;
  private static final int NANOS_OF_A_MOMENT = 30_000_000;

  private ProcessFaults() {}

  static List<Fault> all() {
    return List.of(
        fault("kill -9", ProcessFaults::kill),
        fault("kill -9 while starting", ProcessFaults::killWhileStarting),
        fault("several kill -9 in a row", ProcessFaults::severalKills),
        fault("SIGSTOP, SIGCONT", ProcessFaults::standStill));
  }

  /** The plainest alone. */
  static List<Fault> kills() {
    return List.of(fault("kill -9", ProcessFaults::kill));
  }

  private interface Strike {
    void at(Victim victim, RandomGenerator random) throws Exception;
  }

  private static Fault fault(String name, Strike strike) {
    return new Fault() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public @Nullable String missing() {
        return null;
      }

      @Override
      public Outcome strike(Victim victim, RandomGenerator random) throws Exception {
        strike.at(victim, random);
        return Outcome.SURVIVED;
      }
    };
  }

  private static void kill(Victim victim, RandomGenerator random) throws Exception {
    LockSupport.parkNanos(random.nextInt(NANOS_OF_A_MOMENT));
    victim.kill();
    victim.start();
  }

  private static void killWhileStarting(Victim victim, RandomGenerator random) throws Exception {
    victim.kill();
    victim.launch();
    LockSupport.parkNanos(Duration.ofMillis(random.nextInt(START_MS)).toNanos());
    victim.kill();
    victim.start();
  }

  private static void severalKills(Victim victim, RandomGenerator random) throws Exception {
    for (int kills = random.nextInt(2, MOST_KILLS); kills > 0; kills--) {
      victim.kill();
      victim.start();
      LockSupport.parkNanos(10L * random.nextInt(NANOS_OF_A_MOMENT));
    }
  }

  /** Longer than clients wait; on PostgreSQL longer than its lease. */
  private static void standStill(Victim victim, RandomGenerator random) throws Exception {
    Duration atLeast =
        victim instanceof Subject subject ? subject.longStandstill() : Subject.PATIENCE;
    signal("STOP", victim.pid());
    try {
      LockSupport.parkNanos(atLeast.plusMillis(random.nextInt(1_000)).toNanos());
    } finally {
      signal("CONT", victim.pid());
    }
    if (victim.onPostgres()) {
      awaitEnd(victim.pid());
    }
    victim.start();
  }

  /** One that finds that its lease is over may end itself, or comes in again. */
  private static void awaitEnd(long pid) throws Exception {
    var process = ProcessHandle.of(pid);
    if (process.isPresent()) {
      try {
        process.get().onExit().get(NOTICES_S, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        // It has come in again.
        return;
      }
    }
  }

  private static void signal(String name, long pid) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
    if (kill.waitFor() != 0) {
      throw new IllegalStateException("kill -" + name + " failed");
    }
  }
}
