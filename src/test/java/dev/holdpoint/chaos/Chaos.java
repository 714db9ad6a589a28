package dev.holdpoint.chaos;

import dev.holdpoint.outbound.Receiver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The driver. A round is a daemon on new files with clients at work, struck by one fault after the
 * other; after each, what was acknowledged is compared with what is so, and at the end of the round
 * all of it. The seed decides the faults, their order, their moments and what clients do.
 */
final class Chaos {
  private static final Duration LONGEST_ROUND = Duration.ofSeconds(45);
  private static final Duration BETWEEN_STRIKES = Duration.ofSeconds(3);
  private static final int FEWEST_OPERATIONS = 20;
  private static final int MOST_OPERATIONS = 150;

  private final Path folder;
  private final long seed;
  private final Duration time;
  private final boolean postgres;
  private final List<Fault> faults;
  private final @Nullable Path program;
  private final Report report;
  private final SplittableRandom chance;

  /** Faults that have not struck since all others have. */
  private final List<Fault> bag = new ArrayList<>();

  /**
   * @param program what is started in place of {@code bin/holdpoint}; null for that
   */
  Chaos(
      Path folder,
      long seed,
      Duration time,
      boolean postgres,
      List<Fault> faults,
      @Nullable Path program) {
    this.folder = folder;
    this.seed = seed;
    this.time = time;
    this.postgres = postgres;
    this.program = program;
    this.report = new Report(seed, time, postgres);
    this.chance = new SplittableRandom(seed);
    this.faults = new ArrayList<>();
    for (Fault fault : faults) {
      String why = fault.missing();
      if (why == null) {
        this.faults.add(fault);
      } else {
        report.missing(fault, why);
      }
    }
  }

  /** Runs until the time is over, or something is violated. */
  void run() throws Exception {
    long began = System.nanoTime();
    long end = began + time.toNanos();
    try {
      for (int round = 1; System.nanoTime() < end && report.violations().isEmpty(); round++) {
        long endOfRound = Math.min(end, System.nanoTime() + LONGEST_ROUND.toNanos());
        round(folder.resolve("round-" + round), chance.split(), endOfRound);
      }
    } finally {
      report.took(Duration.ofNanos(System.nanoTime() - began));
    }
  }

  private void round(Path place, SplittableRandom random, long end) throws Exception {
    Acknowledged acknowledged = new Acknowledged();
    Seen seen = new Seen();
    try (Receiver receiver = new Receiver();
        Subject subject =
            new Subject(place.resolve("daemon"), postgres, program, receiver.url(), acknowledged)) {
      Scene scene = Scene.set(subject, acknowledged, place.resolve("effects").toAbsolutePath());
      try (Follower witness = Follower.steady("witness", subject, seen)) {
        Load load = new Load(scene, random.split());
        Inspector inspector =
            new Inspector(subject, scene, seen, witness, receiver, random.split());
        boolean well = false;
        try (Follower one = witness.wanderer("wanderer 1", random.split(), Subject.WINDOW / 4);
            Follower two = witness.wanderer("wanderer 2", random.split(), 2 * Subject.WINDOW)) {
          strikeAgainAndAgain(subject, load, inspector, acknowledged, random.split(), end);
          well = report.violations().isEmpty();
          if (well) {
            letGo(subject, load, acknowledged.lossWasPossible());
          }
          one.stop();
          two.stop();
        } finally {
          if (!well) {
            subject.abandon();
            load.close();
          }
        }
        // After an accepted loss the checks behind the strike are all: errands were broken off.
        if (report.violations().isEmpty() && !acknowledged.lossWasPossible()) {
          report.violated(load.faults());
          report.violated(inspector.violationsAtTheEnd());
          report.checked();
        }
        report.round(load, acknowledged, seen.events().isEmpty() ? 0 : seen.events().lastKey());
      }
    } catch (IOException | RuntimeException | AssertionError fault) {
      report.violated(List.of(String.valueOf(fault)));
      throw fault;
    }
  }

  /** Of a ledger that was cut, clients would wait for what nobody knows any more. */
  private static void letGo(Subject subject, Load load, boolean lossy) {
    if (lossy) {
      subject.abandon();
    }
    load.close();
  }

  private void strikeAgainAndAgain(
      Subject subject,
      Load load,
      Inspector inspector,
      Acknowledged acknowledged,
      SplittableRandom random,
      long end)
      throws Exception {
    while (System.nanoTime() < end) {
      load.awaitMore(random.nextInt(FEWEST_OPERATIONS, MOST_OPERATIONS), BETWEEN_STRIKES);
      if (!subject.process().isAlive()) {
        report.violated(List.of("the daemon ended by itself: " + subject.process().log()));
        return;
      }
      Fault fault = draw(random);
      long struck = System.nanoTime();
      Fault.Outcome outcome = fault.strike(subject, random.split());
      report.struck(fault, outcome);
      report.violated(load.faults());
      long healed = System.nanoTime();
      if (subject.process().isAlive()) {
        report.violated(violations(subject, inspector));
        report.checked();
      }
      tell(fault, outcome, healed - struck, System.nanoTime() - healed);
      if (!report.violations().isEmpty() || acknowledged.lossWasPossible()) {
        return;
      }
    }
  }

  /** A daemon that ends while it is looked at says why in its log. */
  private static List<String> violations(Subject subject, Inspector inspector) throws IOException {
    try {
      return inspector.violations();
    } catch (UncheckedIOException | AssertionError e) {
      if (subject.process().isAlive()) {
        throw e;
      }
      return List.of("the daemon ended by itself: " + subject.process().log());
    }
  }

  private void tell(Fault fault, Fault.Outcome outcome, long strike, long check) {
    System.out.printf(
        Locale.ROOT,
        "%s: %s in %.1f s, checked in %.1f s%n",
        fault.name(),
        outcome,
        strike / 1e9,
        check / 1e9);
  }

  /** All of them before one comes again. */
  private Fault draw(SplittableRandom random) {
    if (bag.isEmpty()) {
      bag.addAll(faults);
    }
    return bag.remove(random.nextInt(bag.size()));
  }

  Report report() {
    return report;
  }

  long seed() {
    return seed;
  }
}
