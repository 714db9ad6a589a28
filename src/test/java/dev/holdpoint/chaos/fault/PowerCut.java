package dev.holdpoint.chaos.fault;

import dev.holdpoint.chaos.Fault;
import dev.holdpoint.chaos.Victim;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The power goes: the daemon is dead, and its disk has what was synced and no more. */
public final class PowerCut implements Fault {
  /** One cut in this number comes while the daemon starts, the others while it works. */
  private static final int IN_A_START = 4;

  private static final long LONGEST_START_NS = 1_500_000_000;

  private final @Nullable LoopDisk disk;

  /**
   * @param disk on which the victim has its data folder; null where there is none
   */
  public PowerCut(@Nullable LoopDisk disk) {
    this.disk = disk;
  }

  @Override
  public String name() {
    return "power cut";
  }

  @Override
  public @Nullable String missing() {
    return LoopDisk.missing();
  }

  @Override
  public Outcome strike(Victim victim, RandomGenerator random) throws Exception {
    if (disk == null || !victim.data().toAbsolutePath().startsWith(disk.folder())) {
      return Outcome.SKIPPED;
    }
    if (random.nextInt(IN_A_START) == 0) {
      victim.kill();
      Process process = victim.launch();
      LockSupport.parkNanos(random.nextLong(LONGEST_START_NS));
      disk.lose();
      process.destroyForcibly().waitFor();
    } else {
      disk.lose();
      victim.kill();
    }
    disk.unmount();
    disk.mount();
    victim.start();
    return Outcome.SURVIVED;
  }
}
