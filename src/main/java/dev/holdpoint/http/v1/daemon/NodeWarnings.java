package dev.holdpoint.http.v1.daemon;

import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.engine.cluster.Roster;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How this daemon stands among those that share the ledger. */
final class NodeWarnings {
  private static final long CLOCK_MS = 1_000;

  private NodeWarnings() {}

  static List<StatusView.Warning> of(Roster.Look look) {
    List<StatusView.Warning> warnings = new ArrayList<>();
    String why = refusal(look);
    if (why != null) {
      Warnings.Code code =
          look.isCutOff() ? Warnings.Code.NODE_CUT_OFF : Warnings.Code.NODE_DRAINING;
      warnings.add(new StatusView.Warning(code.wire(), why));
    }
    long off = look.clockOffMs();
    if (Math.abs(off) > CLOCK_MS) {
      warnings.add(
          new StatusView.Warning(
              Warnings.Code.NODE_CLOCK_OFF.wire(),
              String.format(
                  Locale.ROOT,
                  off > 0
                      ? "This machine's clock is %.1f s ahead of the database's, and so are this "
                          + "node's deadlines and times. Synchronize it with NTP."
                      : "This machine's clock is %.1f s behind the database's, and so are this "
                          + "node's deadlines and times. Synchronize it with NTP.",
                  Math.abs(off) / 1_000.0)));
    }
    return warnings;
  }

  /** Why no new work should be sent here; null when it may be. */
  static @Nullable String refusal(Roster.Look look) {
    if (look.isCutOff()) {
      return "The other nodes consider this one gone, so it cannot commit anything. "
          + "It rejoins automatically; send work to another node.";
    }
    return look.isDraining()
        ? "This node is draining and takes no work. Send work to another node, or "
            + "let it continue with 'holdpoint nodes resume'."
        : null;
  }
}
