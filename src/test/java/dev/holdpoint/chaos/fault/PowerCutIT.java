package dev.holdpoint.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.blackbox.Seed;
import dev.holdpoint.chaos.Fault.Outcome;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What was acknowledged is on the disk, not only in the machine's memory. */
@ExtendWith(Seed.Named.class)
final class PowerCutIT {
  private static final Random CHANCE = Seed.random("power cuts");
  private static final long LONGEST_NS = 300_000_000;

  @TempDir private Path folder;

  @BeforeEach
  void canBeDone() {
    String missing = LoopDisk.missing();
    assumeTrue(missing == null, String.valueOf(missing));
  }

  @Test
  void the_disk_forgets_what_was_not_synced_and_nothing_else() throws Exception {
    try (LoopDisk disk = LoopDisk.make(folder)) {
      Path synced = disk.folder().resolve("synced");
      Files.writeString(synced, "x");
      try (FileChannel file = FileChannel.open(synced, StandardOpenOption.WRITE);
          FileChannel parent = FileChannel.open(disk.folder(), StandardOpenOption.READ)) {
        file.force(true);
        parent.force(true);
      }
      Files.writeString(synced, "y");
      Files.writeString(disk.folder().resolve("unsynced"), "x");

      disk.cutPower();
      disk.mount();

      assertThat(disk.folder().resolve("unsynced")).doesNotExist();
      assertThat(synced).exists();
    }
  }

  @Test
  void a_few_cuts() throws Exception {
    cut(2);
  }

  @Test
  @Tag("long")
  void many_cuts() throws Exception {
    cut(40);
  }

  private void cut(int times) throws Exception {
    try (LoopDisk disk = LoopDisk.make(folder);
        DaemonProcess daemon = DaemonProcess.start(disk.folder())) {
      LoneVictim victim = new LoneVictim(daemon, null, false);
      PowerCut fault = new PowerCut(disk);
      List<Tale> told = new ArrayList<>();
      for (int i = 0; i < times; i++) {
        Tale tale = new Tale(daemon, () -> {}, "tale-" + i);
        tale.tell();
        told.add(tale);
        AtomicBoolean over = new AtomicBoolean();
        Ticker ticker = new Ticker(daemon, over);
        LockSupport.parkNanos(CHANCE.nextLong(LONGEST_NS));
        Outcome outcome;
        try {
          outcome = fault.strike(victim, CHANCE);
        } finally {
          over.set(true);
          ticker.await();
        }
        assertThat(outcome).isEqualTo(Outcome.SURVIVED);
        ticker.check(tick -> disk.wentDuring(tick.sentAt(), tick.answeredAt()));
      }
      Set<Long> ids = new HashSet<>();
      for (Tale tale : told) {
        tale.check(ids);
      }
      Audits.check(daemon);
    }
  }
}
