package dev.holdpoint.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.chaos.fault.Preload.Calls;
import dev.holdpoint.chaos.fault.Preload.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The n-th write or sync fails. Whichever it is, the daemon goes on, refuses with words, or ends
 * with words; nothing that it has acknowledged is lost, and nothing is done twice.
 */
final class EveryWriteIT {
  private static final int SOME = 2;

  /** Long enough to be met again, short enough to go by itself. */
  private static final int A_WHILE = 4;

  /** The same calls each time: a change lands by what it does, not by chance; --long tries all. */
  private static final Random CHANCE = new Random(Long.getLong("holdpoint.seed", 26));

  @TempDir private Path folder;

  @BeforeEach
  void compile() {
    String missing = Preload.missing();
    assumeTrue(missing == null, String.valueOf(missing));
  }

  @Test
  void some_fail_in_the_middle_of_work() throws Exception {
    for (Failure failure : Failure.values()) {
      work(failure, SOME);
    }
  }

  @Test
  void some_fail_in_the_first_start() throws Exception {
    List<Failure> all = List.of(Failure.values());
    firstStarts(all.get(CHANCE.nextInt(all.size())), SOME);
  }

  @Test
  @Tag("long")
  void each_fails_in_the_middle_of_work() throws Exception {
    for (Failure failure : Failure.values()) {
      work(failure, Integer.MAX_VALUE);
    }
  }

  @Test
  @Tag("long")
  void each_fails_in_the_first_start() throws Exception {
    for (Failure failure : Failure.values()) {
      firstStarts(failure, Integer.MAX_VALUE);
    }
  }

  private static List<Long> some(long all, int count) {
    if (count >= all) {
      return LongStream.rangeClosed(1, all).boxed().toList();
    }
    return CHANCE.longs(1, all + 1).distinct().limit(count).sorted().boxed().toList();
  }

  private static void arm(Preload preload, Failure failure, long nth) {
    int count = failure == Failure.EIO ? 1 : A_WHILE;
    if (CHANCE.nextBoolean()) {
      preload.tear(Calls.BOTH, failure, nth, count);
    } else {
      preload.fail(Calls.BOTH, failure, nth, count);
    }
  }

  /** Said at once too: whatever comes next may hide it. */
  private static void note(List<Throwable> faults, Failure failure, long nth, Throwable fault) {
    System.out.printf("%s at call %d: %s%n", failure, nth, fault);
    faults.add(new AssertionError(failure + " at call " + nth + ": " + fault, fault));
  }

  /** A start on a folder with a ledger, a tale, a stop; the next start sees what is left of it. */
  private void work(Failure failure, int count) throws Exception {
    Path place = Files.createDirectories(folder.resolve("work-" + failure));
    Map<String, Integer> outcomes = new TreeMap<>();
    List<Throwable> faults = new ArrayList<>();
    try (Preload preload = Preload.over(place.resolve("data"), place.resolve("control"));
        DaemonProcess daemon = DaemonProcess.start(place, preload.environment())) {
      stop(daemon, true);
      List<Tale> told = new ArrayList<>();
      long calls = preload.writes() + preload.syncs();
      daemon.restart();
      Tale quiet = new Tale(daemon, preload::heal, "quiet");
      quiet.tell();
      told.add(quiet);
      stop(daemon, true);
      calls = preload.writes() + preload.syncs() - calls;
      for (long nth : some(calls, count)) {
        arm(preload, failure, nth);
        Tale tale =
            new Tale(daemon, preload::heal, failure.name().toLowerCase(Locale.ROOT) + "-" + nth);
        try {
          daemon.begin();
          try {
            daemon.awaitReady();
          } catch (IllegalStateException e) {
            tale.revive();
          }
          told.getLast().check(new HashSet<>());
          tale.tell();
          told.add(tale);
          stop(daemon, nth % 2 == 0 || preload.failed() == 0);
          outcomes.merge(preload.failed() == 0 ? "not met" : tale.outcome(), 1, Integer::sum);
        } catch (AssertionError | RuntimeException fault) {
          note(faults, failure, nth, fault);
          daemon.kill9();
        }
      }
      preload.heal();
      daemon.restart();
      Set<Long> ids = new HashSet<>();
      for (Tale tale : told) {
        tale.check(ids);
      }
      Audits.check(daemon);
    }
    System.out.printf("%s in the middle of work: %s%n", failure, outcomes);
    assertThat(faults).isEmpty();
  }

  private static void stop(DaemonProcess daemon, boolean politely) throws IOException {
    if (politely) {
      int exitCode = daemon.terminate();
      if (exitCode != 143 && exitCode != 0) {
        Tale.assertClearEnd(exitCode, daemon.log());
      }
    } else {
      daemon.kill9();
    }
  }

  /** A start on an empty folder. */
  private void firstStarts(Failure failure, int count) throws Exception {
    Map<String, Integer> outcomes = new TreeMap<>();
    List<Throwable> faults = new ArrayList<>();
    long calls;
    try (Preload preload = Preload.over(folder.resolve("quiet/data"), folder.resolve("control"));
        DaemonProcess daemon =
            DaemonProcess.launch(folder.resolve("quiet"), preload.environment())) {
      daemon.awaitReady();
      calls = preload.writes() + preload.syncs();
    }
    for (long nth : some(calls, count)) {
      Path place = Files.createDirectories(folder.resolve("first-" + failure + "-" + nth));
      try (Preload preload = Preload.over(place.resolve("data"), place.resolve("control"))) {
        arm(preload, failure, nth);
        String outcome = "went on";
        try (DaemonProcess daemon = DaemonProcess.launch(place, preload.environment())) {
          try {
            daemon.awaitReady();
          } catch (IllegalStateException e) {
            outcome = Tale.assertClearEnd(daemon.awaitEnd(), daemon.log());
          }
          daemon.kill9();
          preload.heal();
          // A first start that has failed stands in nobody's way.
          daemon.restart();
          Tale tale = new Tale(daemon, preload::heal, "first");
          tale.tell();
          tale.check(new HashSet<>());
        }
        assertThat(preload.failed()).isPositive();
        outcomes.merge(outcome, 1, Integer::sum);
      } catch (AssertionError | RuntimeException fault) {
        note(faults, failure, nth, fault);
      }
    }
    System.out.printf("%s in the first start: %s%n", failure, outcomes);
    assertThat(faults).isEmpty();
  }
}
