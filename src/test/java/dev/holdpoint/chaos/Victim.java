package dev.holdpoint.chaos;

import dev.holdpoint.chaos.fault.Preload;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The daemon that faults strike: its process, its files and what is between it and the machine. */
public interface Victim {
  Path data();

  boolean onPostgres();

  /** The process id of the daemon that runs now. */
  long pid();

  /** Kills with SIGKILL and waits until the process is gone. */
  void kill() throws Exception;

  /** Starts it again and waits until /readyz is 200. */
  void start() throws Exception;

  /** Starts it without waiting; for faults of a start. */
  Process launch() throws Exception;

  /**
   * The control block of the preloaded library (see fault.Preload); null where it is not loaded.
   */
  @Nullable Preload preload();

  /**
   * The checker is told: damage follows, so a start may be refused with exit code 70 and a loss is
   * accepted by {@code holdpoint ledger accept-loss}.
   */
  void lossIsPossible();
}
