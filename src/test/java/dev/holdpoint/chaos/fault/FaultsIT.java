package dev.holdpoint.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.blackbox.Seed;
import dev.holdpoint.chaos.Fault;
import dev.holdpoint.chaos.Fault.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Each fault strikes a daemon at work, and leaves one that works and has lost nothing. */
@ExtendWith(Seed.Named.class)
final class FaultsIT {
  private static final int SOME = 3;
  private static final Random CHANCE = Seed.random("faults");

  @TempDir private Path folder;

  @Test
  void some_of_disk_clock_descriptors_and_memory() throws Exception {
    strike(Seed.someOf(onTheMachine(), SOME, 0));
  }

  @Test
  @Tag("long")
  void disk_clock_descriptors_and_memory() throws Exception {
    strike(onTheMachine());
  }

  private static List<Fault> onTheMachine() {
    String missing = Preload.missing();
    assumeTrue(missing == null, String.valueOf(missing));
    List<Fault> faults = new ArrayList<>(Disk.all());
    faults.add(new FewDescriptors());
    faults.add(new SmallHeap());
    return faults;
  }

  private void strike(List<Fault> faults) throws Exception {
    List<Tale> told = new ArrayList<>();
    try (Preload preload = Preload.over(folder.resolve("data"), folder.resolve("control"));
        DaemonProcess daemon = DaemonProcess.start(folder, preload.environment())) {
      LoneVictim victim = new LoneVictim(daemon, preload, false);
      for (Fault fault : faults) {
        String why = fault.missing();
        if (why != null) {
          System.out.println(fault.name() + " is skipped: " + why);
          continue;
        }
        AtomicBoolean over = new AtomicBoolean();
        Ticker ticker = new Ticker(daemon, over);
        Outcome outcome;
        try {
          outcome = fault.strike(victim, CHANCE);
        } finally {
          over.set(true);
          ticker.await();
        }
        System.out.println(fault.name() + ": " + outcome);
        assertThat(outcome).as(fault.name()).isEqualTo(Outcome.SURVIVED);
        Tale tale = new Tale(daemon, preload::heal, "tale-" + told.size());
        tale.tell();
        told.add(tale);
        ticker.check();
      }
      Set<Long> ids = new HashSet<>();
      for (Tale tale : told) {
        tale.check(ids);
      }
      Audits.check(daemon);
    }
  }

  @Test
  void damage_is_noticed_or_harmless() throws Exception {
    damage(Seed.someOf(Damage.all(), SOME, 0));
  }

  @Test
  @Tag("long")
  void damage_of_each_kind_many_times() throws Exception {
    for (int i = 0; i < 5; i++) {
      damage(Damage.all());
    }
  }

  private void damage(List<Fault> faults) throws Exception {
    Path config = folder.resolve("holdpoint.yaml");
    Files.writeString(config, "limits:\n  body_bytes: 1000000\n");
    Map<String, Integer> outcomes = new TreeMap<>();
    try (DaemonProcess daemon =
        DaemonProcess.start(
            Files.createTempDirectory(folder, "damage-"), "--config", config.toString())) {
      LoneVictim victim = new LoneVictim(daemon, null, false);
      int count = 0;
      for (Fault fault : faults) {
        Tale tale = new Tale(daemon, () -> {}, "tale-" + ++count);
        tale.tell();
        Outcome outcome = fault.strike(victim, CHANCE);
        outcomes.merge(fault.name() + ": " + outcome, 1, Integer::sum);
        if (!victim.mayHaveLost()) {
          tale.check(new HashSet<>());
        }
        victim.forget();
        Audits.check(daemon);
      }
    }
    outcomes.forEach((what, times) -> System.out.println(what + " " + times));
  }
}
