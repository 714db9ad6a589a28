package dev.holdpoint.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.blackbox.Seed;
import dev.holdpoint.chaos.Fault;
import dev.holdpoint.chaos.Fault.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The database goes away in the middle of work, in each way, and the daemon goes on with it. */
@ExtendWith(Seed.Named.class)
final class PostgresFaultsIT {
  private static final int ALL = 4;
  private static final Random CHANCE = Seed.random("postgres faults");

  @TempDir private Path folder;

  @Test
  void one_of_killed_cut_off_and_failed_over() throws Exception {
    strike(1);
  }

  @Test
  @Tag("long")
  void killed_cut_off_and_failed_over() throws Exception {
    strike(ALL);
  }

  private void strike(int count) throws Exception {
    try (PostgresAtRisk postgres = PostgresAtRisk.start();
        DaemonProcess daemon =
            DaemonProcess.start(folder, Map.of("HOLDPOINT_DATABASE", postgres.url()))) {
      LoneVictim victim = new LoneVictim(daemon, null, true);
      List<Tale> told = new ArrayList<>();
      Set<Long> ids = new HashSet<>();
      for (Fault fault : Seed.someOf(postgres.faults(), count, 0)) {
        AtomicBoolean over = new AtomicBoolean();
        Ticker ticker = new Ticker(daemon, over);
        Tale tale = new Tale(daemon, () -> {}, "tale-" + told.size());
        Outcome outcome;
        try {
          outcome = fault.strike(victim, CHANCE);
        } finally {
          over.set(true);
          ticker.await();
        }
        System.out.println(fault.name() + ": " + outcome + ", starts: " + victim.starts());
        assertThat(outcome).isEqualTo(Outcome.SURVIVED);
        tale.tell();
        told.add(tale);
        ticker.check();
      }
      for (Tale tale : told) {
        tale.check(ids);
      }
      Audits.check(daemon);
    }
  }
}
