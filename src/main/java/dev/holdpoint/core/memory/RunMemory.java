package dev.holdpoint.core.memory;

import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunStatus;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a run leaves to later ones: what was asked, how it ended, what came of it. It is written
 * with the run's end, under the run's key, and holds nothing that looks like a secret.
 */
public record RunMemory(
    long key,
    String runId,
    String sessionId,
    String tenantId,
    long recordedAtMs,
    RunStatus status,
    String requestPreview,
    String outcomePreview,
    String summary) {
  public RunMemory {
    Objects.requireNonNull(runId);
    Objects.requireNonNull(sessionId);
    Objects.requireNonNull(tenantId);
    Objects.requireNonNull(status);
    Objects.requireNonNull(requestPreview);
    Objects.requireNonNull(outcomePreview);
    Objects.requireNonNull(summary);
  }

  private static final int PREVIEW = 240;
  private static final int IN_SUMMARY = 480;

  /** Only the beginning of what a run said is looked at: it may be megabytes. */
  private static final int LOOKED_AT = 1_024;

  /** What this run leaves, or null when it leaves nothing: it never worked, or has not ended. */
  public static @Nullable RunMemory of(Run run) {
    Long endedAtMs = run.finishedAtMs();
    if (endedAtMs == null
        || run.startedAtMs() == null
        || run.isClarification()
        || run.head().driver() != RunHead.Driver.LOOP) {
      return null;
    }
    String request = clean(run.head().textPreview());
    String outcome = clean(outcome(run));
    return new RunMemory(
        run.key(),
        run.id(),
        run.head().sessionId(),
        run.head().tenantId(),
        endedAtMs,
        run.status(),
        Texts.cut(request, PREVIEW),
        Texts.cut(outcome, PREVIEW),
        summary(run, request, outcome));
  }

  /** Why it did not come to its end, else what it said last. */
  private static String outcome(Run run) {
    String error = run.error();
    if (error != null) {
      return error;
    }
    for (Output output : run.outputs().reversed()) {
      if (!output.content().isBlank()) {
        return output.content();
      }
    }
    return "";
  }

  private static String summary(Run run, String request, String outcome) {
    StringBuilder summary = new StringBuilder();
    String status = run.status().wire();
    summary.append(status.substring(0, 1).toUpperCase(Locale.ROOT)).append(status.substring(1));
    count(summary, run.approvalCount(), "approval");
    count(summary, run.questionCount(), "question");
    summary.append(". Asked: ").append(Texts.cut(request, IN_SUMMARY));
    if (!outcome.isEmpty()) {
      summary.append(" Outcome: ").append(Texts.cut(outcome, IN_SUMMARY));
    }
    return summary.toString();
  }

  private static void count(StringBuilder summary, int count, String what) {
    if (count > 0) {
      summary
          .append(", ")
          .append(count)
          .append(' ')
          .append(what)
          .append(count == 1 ? " asked for" : "s asked for");
    }
  }

  private static String clean(String text) {
    return Texts.oneLine(Redaction.of(Texts.beginning(text, LOOKED_AT)));
  }

  public boolean isOf(String session) {
    return sessionId.equals(session);
  }

  public boolean isExpired(long ttlMs, long nowMs) {
    return recordedAtMs + ttlMs <= nowMs;
  }

  int length() {
    return requestPreview.length() + outcomePreview.length() + summary.length();
  }
}
