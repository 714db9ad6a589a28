package dev.holdpoint.http.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How many connections this process can afford. Every one is an open file; the database, jars and
 * child processes need some too, and a daemon that cannot open its database is dead.
 */
public record FileLimit(long files) {
  private static final long UNKNOWN = 4096;
  private static final long MOST = 200_000;

  public static FileLimit ofThisProcess() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
            && system.getMaxFileDescriptorCount() > 0
        ? new FileLimit(system.getMaxFileDescriptorCount())
        : new FileLimit(UNKNOWN);
  }

  public int connections() {
    long reserve = Math.max(files / 10, Math.min(256, files / 2));
    return (int) Math.min(files - reserve, MOST);
  }

  /** Fewer than connections, so that there is always one left on which to say 503. */
  public int streams() {
    return Math.max(1, connections() - Math.max(32, connections() / 20));
  }
}
