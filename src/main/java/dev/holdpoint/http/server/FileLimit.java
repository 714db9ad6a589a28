package dev.holdpoint.http.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * How many connections this process can afford. Every one is an open file; the program, its
 * database, and agents with their pipes need some too, and a daemon that cannot open its database
 * is dead.
 *
 * @param files how many this process may have open
 * @param own how many of them it needs for itself
 */
public record FileLimit(long files, long own) {
  private static final long UNKNOWN = 4096;
  private static final long MOST = 200_000;
  private static final int FEWEST = 4;

  /** The database, the listener and its selectors, and what the program opens on its way. */
  private static final long TO_COME = 24;

  /** With fewer than these an operator has to be told. */
  private static final long ENOUGH = 1_024;

  /** What is open when this is asked for first, at the start, is the program and stays open. */
  private static final FileLimit HERE = look();

  public static FileLimit ofThisProcess() {
    return HERE;
  }

  private static FileLimit look() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
            && system.getMaxFileDescriptorCount() > 0
        ? new FileLimit(
            system.getMaxFileDescriptorCount(),
            Math.max(0, system.getOpenFileDescriptorCount()) + TO_COME)
        : new FileLimit(UNKNOWN, TO_COME);
  }

  /** So many that what agents, tools and deliveries open finds room beside them. */
  public int connections() {
    long left = files - own;
    long work = Math.max(files / 10, Math.min(256, left / 4));
    return (int) Math.clamp(left - work, FEWEST, MOST);
  }

  /** Connections that no stream takes: decisions and short calls come on them. */
  public int reserved() {
    return reserved(connections());
  }

  static int reserved(int connections) {
    return Math.min(Math.max(32, connections / 20), connections / 2);
  }

  /** Fewer than connections, so that there are always some left on which to decide. */
  public int streams() {
    return Math.max(1, connections() - reserved());
  }

  /**
   * What an operator should know.
   *
   * @param wished the streams that are configured; 0 when none are
   */
  public @Nullable String complaint(int wished) {
    if (wished > streams()) {
      return "limits.open_streams is %d, but the limit of open files (%d) allows only %d. Raise that limit (ulimit -n) or lower the setting."
          .formatted(wished, files, streams());
    }
    return files < ENOUGH
        ? "The limit of open files is %d, and the daemon needs about %d for itself. That leaves %d connections, %d of them for streams. Raise the limit (ulimit -n, LimitNOFILE)."
            .formatted(files, own, connections(), streams())
        : null;
  }
}
