package dev.holdpoint.daemon.start;

import dev.holdpoint.agent.process.Leftover;
import dev.holdpoint.agent.process.Processes;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the last daemon has left running. */
public final class Leftovers {
  private static final Logger log = LoggerFactory.getLogger(Leftovers.class);

  private Leftovers() {}

  /** Ends it, and says so. */
  public static List<Leftover> end(Processes processes) throws IOException {
    List<Leftover> leftovers = processes.endLeftovers();
    for (Leftover left : leftovers) {
      log.warn(
          "call {} of run {} was left running by the previous daemon{}",
          left.callId(),
          left.runId(),
          left.wasRunning() ? "; its processes were stopped" : "");
    }
    return leftovers;
  }
}
