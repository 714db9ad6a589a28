package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.TriageBodies.GateChangeWord;
import dev.holdpoint.api.gate.TriageBodies.GateTriage;
import dev.holdpoint.api.gate.TriageBodies.TriageClaim;
import dev.holdpoint.api.gate.TriageBodies.TriageLogEntry;
import dev.holdpoint.api.gate.TriageBodies.TriageView;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What people did about a gate, in words. */
final class TriageText {
  private static final int LONGEST_DECISION = 300;

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
    StringBuilder line = new StringBuilder(words(entry));
    if (entry.untilMs() != null) {
      line.append(entry.change() == GateChangeWord.DEADLINE_MOVED ? " to " : " until ")
          .append(Times.at(entry.untilMs()));
    }
    if (entry.text() != null) {
      line.append(": ").append(Visible.lines(entry.text()));
    }
    if (entry.decision() != null) {
      line.append(": ").append(Visible.brief(entry.decision().toString(), LONGEST_DECISION));
    }
    return line.toString();
  }

  /** As the page says it. */
  private static String words(TriageLogEntry entry) {
    String by = Visible.line(entry.by());
    return switch (entry.change()) {
      case VOTED -> by + " said yes";
      case OBJECTED -> by + " objected";
      case HELD -> by + " decided; it takes effect in a moment";
      case UNDONE -> by + " took the decision back";
      case STAGE_OPENED ->
          entry.stage() == null ? "a stage opened" : "stage %d opened".formatted(entry.stage());
      case DEADLINE_MOVED -> by + " moved the deadline";
      case POLICY_CHANGED -> "the policy changed what it waits for";
      case SEEN -> by + " looked";
      case CLAIMED -> by + " claimed it";
      case RELEASED ->
          by
              + (entry.to() == null
                  ? " released it"
                  : " ended the claim of " + Visible.line(entry.to()));
      case CLAIM_ENDED -> "the claim of " + by + " ended";
      case ASSIGNED ->
          by + " assigned it" + (entry.to() == null ? "" : " to " + Visible.line(entry.to()));
      case SNOOZED -> by + " snoozed it";
      case WOKEN -> by + " no longer snoozes it";
      case COMMENTED -> by + " commented";
      case WATCHED -> by + " watches it";
      case UNWATCHED -> by + " no longer watches it";
      case LATE_ANSWER -> by + " decided after it was settled";
    };
  }
}
