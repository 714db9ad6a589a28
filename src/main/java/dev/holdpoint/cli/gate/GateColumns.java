package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.StandingBodies.StandingView;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.cli.GateText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a list of requests that are there only where a row has something for them.
 *
 * @param waitsFor whether one click of anyone does not decide some of them
 * @param claimed whether somebody has claimed some of them
 */
record GateColumns(boolean waitsFor, boolean claimed) {
  private static final int LONGEST = 60;

  /** The headings with these columns before the last, which is the widest. */
  String[] headings(String... usual) {
    return woven(List.of(usual), "WAITS FOR", "CLAIMED");
  }

  String[] row(@Nullable StandingView standing, @Nullable GateTriage triage, String... usual) {
    return woven(
        List.of(usual),
        standing == null ? "" : GateText.waitsFor(standing, LONGEST),
        triage == null || triage.claim() == null ? "" : triage.claim().by());
  }

  private String[] woven(List<String> usual, String waiting, String claim) {
    List<String> all = new ArrayList<>(usual);
    if (waitsFor) {
      all.add(all.size() - 1, waiting);
    }
    if (claimed) {
      all.add(all.size() - 1, claim);
    }
    return all.toArray(String[]::new);
  }
}
