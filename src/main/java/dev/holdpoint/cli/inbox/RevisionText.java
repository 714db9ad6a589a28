package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalDecision;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.Visible;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a revision changes of the request before, and what was said between the two. */
final class RevisionText {
  private RevisionText() {}

  /**
   * @param chain all revisions, the first one first
   * @return lines that are safe to print
   */
  static List<String> of(List<ApprovalRow> chain, ApprovalRow revision) {
    List<String> lines = new ArrayList<>();
    ApprovalRow before = null;
    for (ApprovalRow row : chain) {
      boolean own = row.request().id().equals(revision.request().id());
      said(lines, "agent", row.request().reply());
      ApprovalDecision decision = row.resolution();
      if (own) {
        break;
      }
      if (decision != null) {
        said(
            lines,
            GateText.past(decision.outcome())
                + (decision.by() == null ? "" : " by " + decision.by()),
            decision.reason() == null ? "" : decision.reason());
      }
      before = row;
    }
    if (!lines.isEmpty()) {
      lines.add("");
    }
    if (before == null) {
      lines.add("The request before is no longer stored.");
      return lines;
    }
    lines.addAll(
        LineDifference.of(GateText.wanted(before.request()), GateText.wanted(revision.request())));
    return lines;
  }

  private static void said(List<String> lines, String who, @Nullable String words) {
    if (words != null) {
      Visible.lines((who + ": " + words).strip()).lines().forEach(line -> lines.add("  " + line));
    }
  }
}
