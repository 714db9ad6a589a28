package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.TriageBodies.GateChangeWord;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.gate.TriageBodies.TriageClaim;
import dev.holdpoint.api.gate.TriageBodies.TriageLogEntry;
import dev.holdpoint.api.gate.TriageBodies.TriageView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What people did about a gate, in words. */
final class TriageText {
  private TriageText() {}

  /** Who has claimed it; a dash when nobody has. */
  static String claimed(@Nullable GateTriage triage) {
    return triage == null || triage.claim() == null ? "-" : Visible.line(triage.claim().by());
  }

  static void print(TriageView view, Facts facts) {
    long nowMs = System.currentTimeMillis();
    TriageClaim claim = view.claim();
    facts
        .line(
            "claimed",
            claim == null
                ? null
                : "by %s, ends %s"
                    .formatted(Visible.line(claim.by()), Times.from(nowMs, claim.untilMs())))
        .line(
            "seen by",
            view.seen().isEmpty()
                ? null
                : view.seen().stream()
                    .map(look -> Visible.line(look.by()))
                    .collect(Collectors.joining(", ")))
        .line(
            "watched by",
            view.watchers().isEmpty()
                ? null
                : view.watchers().stream().map(Visible::line).collect(Collectors.joining(", ")));
    if (view.pagination().hasMore()) {
      facts.line("earlier", "holdpoint triage log " + view.requestId());
    }
    for (TriageLogEntry entry : view.log().reversed()) {
      facts.painted(Times.from(nowMs, entry.atMs()), line(entry));
    }
  }

  private static String line(TriageLogEntry entry) {
    StringBuilder line =
        new StringBuilder(Visible.line(entry.by()))
            .append(' ')
            .append(Wire.name(entry.change()).replace('_', ' '));
    if (entry.to() != null) {
      line.append(" to ").append(Visible.line(entry.to()));
    }
    if (entry.untilMs() != null) {
      line.append(entry.change() == GateChangeWord.DEADLINE_MOVED ? " to " : " until ")
          .append(Times.at(entry.untilMs()));
    }
    if (entry.text() != null) {
      line.append(": ").append(Visible.lines(entry.text()));
    }
    return line.toString();
  }
}
