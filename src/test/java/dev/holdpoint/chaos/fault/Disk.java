package dev.holdpoint.chaos.fault;

import dev.holdpoint.chaos.Fault;
import dev.holdpoint.chaos.Victim;
import dev.holdpoint.chaos.fault.Preload.Calls;
import dev.holdpoint.chaos.fault.Preload.Failure;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What the preloaded library does to a disk and a clock. */
public final class Disk implements Fault {
  private enum Kind {
    WRITES_FAIL("writes fail (EIO), now and then") {
      @Override
      void begin(Preload preload, RandomGenerator random) {
        fail(preload, Calls.WRITES, Failure.EIO, random);
      }
    },
    SYNCS_FAIL("fsyncs fail (EIO), now and then") {
      @Override
      void begin(Preload preload, RandomGenerator random) {
        fail(preload, Calls.SYNCS, Failure.EIO, random);
      }
    },
    FULL("no space left (ENOSPC), now and then") {
      @Override
      void begin(Preload preload, RandomGenerator random) {
        fail(preload, Calls.WRITES, Failure.ENOSPC, random);
      }
    },
    SLOW("slow disk") {
      @Override
      void begin(Preload preload, RandomGenerator random) {
        preload.slow(
            random.nextBoolean() ? Calls.SYNCS : Calls.BOTH,
            Duration.ofMillis(random.nextInt(5, 100)));
      }

      @Override
      long met(Preload preload) {
        return preload.slowed();
      }
    },
    CLOCK_AHEAD("clock steps forward by hours") {
      @Override
      void begin(Preload preload, RandomGenerator random) {
        preload.clock(Duration.ofMinutes(random.nextInt(30, 600)));
      }

      @Override
      long met(Preload preload) {
        return preload.asked();
      }
    },
    CLOCK_BACK("clock steps back by hours") {
      @Override
      void begin(Preload preload, RandomGenerator random) {
        preload.clock(Duration.ofMinutes(-random.nextInt(30, 600)));
      }

      @Override
      long met(Preload preload) {
        return preload.asked();
      }
    };

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    abstract void begin(Preload preload, RandomGenerator random);

    /** How often the daemon has met it since it began. */
    long met(Preload preload) {
      return preload.failed();
    }
  }

  /** How long it waits for the daemon to meet the fault. */
  private static final Duration MEETING = Duration.ofSeconds(5);

  /** How long a daemon that met a failing disk has to say that it cannot go on. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  private static final int LONGEST = 30;
  private static final int MOST_MET = 15;
  private static final int MOST_ROUNDS = 4;

  private final Kind kind;

  private Disk(Kind kind) {
    this.kind = kind;
  }

  private static void fail(Preload preload, Calls calls, Failure failure, RandomGenerator random) {
    int first = random.nextInt(1, LONGEST);
    int count = random.nextInt(1, LONGEST);
    if (random.nextBoolean()) {
      preload.tear(calls, failure, first, count);
    } else {
      preload.fail(calls, failure, first, count);
    }
  }

  public static List<Fault> all() {
    return Arrays.stream(Kind.values()).<Fault>map(Disk::new).toList();
  }

  @Override
  public String name() {
    return kind.words;
  }

  @Override
  public @Nullable String missing() {
    return Preload.missing();
  }

  /** Comes and goes a few times, in lives of the daemon that may be short. */
  @Override
  public Outcome strike(Victim victim, RandomGenerator random) throws Exception {
    Preload preload = victim.preload();
    if (preload == null) {
      return Outcome.SKIPPED;
    }
    boolean wasMet = false;
    int rounds = random.nextInt(1, MOST_ROUNDS);
    for (int i = 0; i < rounds; i++) {
      long pid = victim.pid();
      try {
        kind.begin(preload, random);
        int often = random.nextInt(1, MOST_MET);
        Daemons.until(MEETING, () -> kind.met(preload) >= often || !Daemons.isAlive(pid));
        wasMet |= kind.met(preload) > 0;
      } finally {
        preload.heal();
      }
      // A daemon that has met a failing disk may go on or end; what comes later is another fault.
      if (kind == Kind.WRITES_FAIL || kind == Kind.SYNCS_FAIL) {
        Daemons.until(LAST_WORDS, () -> !Daemons.isAlive(pid));
      }
      Daemons.recover(victim);
    }
    return wasMet ? Outcome.SURVIVED : Outcome.SKIPPED;
  }
}
