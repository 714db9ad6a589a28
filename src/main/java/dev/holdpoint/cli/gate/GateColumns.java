package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a list of requests that are there only where a row has something for them.
 *
 * @param waitsFor whether one click of anyone does not decide some of them
 * @param claimed whether somebody has claimed some of them
 * @param status whether some of them are no longer pending
 */
record GateColumns(boolean waitsFor, boolean claimed, boolean status) {
  private static final int LONGEST = 60;

  /** The headings with these columns before the last two: what is asked, and the id. */
  String[] headings(String... usual) {
    return woven(List.of(usual), "STATUS", "WAITS FOR", "CLAIMED");
  }

  String[] row(
      @Nullable StandingView standing, @Nullable GateTriage triage, String state, String... usual) {
    return woven(
        List.of(usual),
        state,
        standing == null ? "" : GateText.waitsFor(standing, LONGEST),
        triage == null || triage.claim() == null ? "" : triage.claim().by());
  }

  /** How long a request waited, or has waited until now. */
  static String waited(long fromMs, long toMs) {
    return Times.span(Duration.ofMillis(Math.max(0, toMs - fromMs)));
  }

  static String expires(long nowMs, @Nullable Long expiresAtMs, boolean decided) {
    return decided ? "" : expiresAtMs == null ? "never" : Times.from(nowMs, expiresAtMs);
  }

  private String[] woven(List<String> usual, String state, String waiting, String claim) {
    List<String> all = new ArrayList<>(usual);
    if (status) {
      all.add(all.size() - 2, state);
    }
    if (waitsFor) {
      all.add(all.size() - 2, waiting);
    }
    if (claimed) {
      all.add(all.size() - 2, claim);
    }
    return all.toArray(String[]::new);
  }
}
