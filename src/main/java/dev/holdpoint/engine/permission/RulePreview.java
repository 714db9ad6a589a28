package dev.holdpoint.engine.permission;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.Permissions;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.journal.BackwardJournal;
import dev.holdpoint.engine.journal.BackwardRows;
import dev.holdpoint.engine.journal.BackwardTrails;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a rule would have spoken for, had it been there. It walks the journal back from its newest
 * row, along the runs of the rule's scope, reading a few rows at a time and never more than a fixed
 * number of them: a ledger of any size is looked at for as long as one of a moderate size.
 */
public final class RulePreview {
  private static final int MOST_ROWS = 20_000;
  private static final long MOST_INPUT_CHARS = 8L << 20;
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Whoever tries a rule waits for the answer; a queue of them would only hold what they sent. */
  private static final int AT_ONCE = 2;

  private final Engine engine;
  private final int mostRows;
  private final Semaphore turns = new Semaphore(AT_ONCE);

  public RulePreview(Engine engine) {
    this(engine, MOST_ROWS);
  }

  /**
   * @param mostRows of the journal; and half as many runs, where these are looked up first
   */
  RulePreview(Engine engine, int mostRows) {
    this.engine = engine;
    this.mostRows = mostRows;
  }

  /** What became of a call. The last three needed no person. */
  public enum Decision {
    ALLOWED,
    DENIED,
    EXPIRED,
    WITHDRAWN,
    PENDING,
    NOT_ASKED,
    ALLOWED_BY_RULE,
    DENIED_BY_RULE
  }

  /**
   * @param by who decided
   * @param ruleId the rule that decided, or that was made by the decision
   */
  public record Outcome(
      Decision decision, @Nullable String by, @Nullable String reason, @Nullable String ruleId) {}

  public record PastCall(
      String sessionId,
      String runId,
      ToolCall call,
      MatchableCall ruled,
      long requestedAtMs,
      Outcome outcome,
      @Nullable String approvalId) {
    public @Nullable String command() {
      return ruled.command();
    }
  }

  /**
   * @param truncated whether there may be calls it had not the patience for
   * @param matched newest first
   */
  public record Findings(int examined, boolean truncated, List<PastCall> matched) {}

  /**
   * @param limit how many calls are looked at
   */
  public Findings of(PermissionRule rule, int limit) {
    if (!turns.tryAcquire()) {
      throw Problem.UNAVAILABLE
          .because("Other rules are being tested. Retry in a moment.")
          .asException();
    }
    try {
      return new Walk(rule, limit).along(engine.read(queries -> rows(queries, rule)));
    } finally {
      turns.release();
    }
  }

  /**
   * The last calls of everybody lie at the end of the journal. Those of a few sessions may lie
   * anywhere in it, and are found by their runs.
   */
  private BackwardRows rows(Queries queries, PermissionRule rule) {
    Scope scope = rule.scope();
    return switch (scope.kind()) {
      case USER -> new BackwardJournal(queries);
      case SESSION -> BackwardTrails.ofSession(queries, scope, mostRows / 2);
      case PROJECT ->
          BackwardTrails.ofProject(queries, scope, rule.behavior() != Behavior.ALLOW, mostRows / 2);
    };
  }

  private final class Walk {
    private final PermissionRule rule;
    private final int limit;
    private final long deadline = System.nanoTime() + MOST_NANOS;
    private final Map<Long, PastCalls> runs = new HashMap<>();
    private final List<PastCall> matched = new ArrayList<>();
    private int examined;
    private int rows;
    private long inputChars;
    private boolean truncated;

    Walk(PermissionRule rule, int limit) {
      this.rule = rule;
      this.limit = limit;
    }

    Findings along(BackwardRows back) {
      while (!back.isOver() && goesOn()) {
        List<Long> keys = engine.read(back::next);
        rows += Math.max(1, keys.size());
        for (JournalRow row : read(keys).reversed()) {
          back.met(row);
          look(row);
        }
      }
      return new Findings(examined, truncated || back.isPartial(), List.copyOf(matched));
    }

    private boolean goesOn() {
      if (examined >= limit || truncated) {
        return false;
      }
      truncated = rows >= mostRows || System.nanoTime() - deadline > 0;
      return !truncated;
    }

    private List<JournalRow> read(List<Long> keys) {
      return keys.isEmpty() ? List.of() : engine.read(queries -> queries.journalRows(keys));
    }

    private void look(JournalRow row) {
      Run run = row.run();
      if (run != null && run.head().tenantId().equals(rule.tenantId())) {
        runs.computeIfAbsent(run.key(), _ -> new PastCalls())
            .madeIn(row, run)
            .forEach(this::examine);
      }
    }

    private void examine(PastCall past) {
      if (examined >= limit || truncated) {
        return;
      }
      examined++;
      if (!Permissions.matches(
          rule, past.ruled.names(), past.ruled.command(), past.ruled.target())) {
        return;
      }
      inputChars += past.call.input().text().length();
      if (inputChars > MOST_INPUT_CHARS && !matched.isEmpty()) {
        truncated = true;
        return;
      }
      matched.add(past);
    }
  }
}
