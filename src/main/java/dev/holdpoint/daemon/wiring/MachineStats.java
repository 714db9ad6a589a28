package dev.holdpoint.daemon.wiring;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.holdpoint.http.v1.daemon.Warnings;
import dev.holdpoint.store.Stores;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** What the machine tells of itself, looked up when somebody asks. */
final class MachineStats {
  private final Path data;
  private final LongSupplier clockBehindMs;

  MachineStats(Path data, LongSupplier clockBehindMs) {
    this.data = data;
    this.clockBehindMs = clockBehindMs;
  }

  Warnings.Machine now() {
    long open = 0;
    long limit = Long.MAX_VALUE / 1_000;
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      open = system.getOpenFileDescriptorCount();
      limit = Math.min(limit, system.getMaxFileDescriptorCount());
    }
    return new Warnings.Machine(
        freeBytes(), bytes(Stores.LEDGER + "-wal"), clockBehindMs.getAsLong(), open, limit);
  }

  /** What cannot be found out is no reason to warn. */
  long freeBytes() {
    try {
      return Files.getFileStore(data).getUsableSpace();
    } catch (IOException _) {
      return Long.MAX_VALUE;
    }
  }

  /** 0 for a file that is not there. */
  long bytes(String file) {
    try {
      return Files.size(data.resolve(file));
    } catch (IOException _) {
      return 0;
    }
  }
}
