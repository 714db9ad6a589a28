package dev.holdpoint.engine;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.Permissions;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.run.Trail;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a rule would have spoken for, had it been there. It walks the runs of the rule's scope from
 * the newest on, and each of them along its trail, reading a few rows at a time and never more than
 * a fixed number of them: a ledger of any size is looked at for as long as one of a moderate size.
 */
public final class Hindsight {
  private static final int MOST_ROWS = 20_000;
  private static final int RUNS_AT_ONCE = 50;
  private static final int ROWS_AT_ONCE = 128;
  private static final long MOST_INPUT_CHARS = 8L << 20;
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Engine engine;
  private final int mostRows;

  public Hindsight(Engine engine) {
    this(engine, MOST_ROWS);
  }

  /**
   * @param mostRows runs and journal rows together
   */
  Hindsight(Engine engine, int mostRows) {
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
      @Nullable String command,
      long requestedAtMs,
      Outcome outcome,
      @Nullable String approvalId) {}

  /**
   * @param truncated whether there were more calls to be looked at than it had the patience for
   * @param matched newest first
   */
  public record Findings(int examined, boolean truncated, List<PastCall> matched) {}

  /**
   * @param limit how many calls are looked at
   */
  public Findings of(PermissionRule rule, int limit) {
    return new Walk(rule, limit)
        .along(engine.read(queries -> NewestRuns.of(queries, rule.scope())));
  }

  private final class Walk {
    private final PermissionRule rule;
    private final int limit;
    private final long deadline = System.nanoTime() + MOST_NANOS;
    private final List<PastCall> matched = new ArrayList<>();
    private int examined;
    private int rows;
    private long inputChars;
    private boolean truncated;

    Walk(PermissionRule rule, int limit) {
      this.rule = rule;
      this.limit = limit;
    }

    Findings along(NewestRuns newest) {
      while (goesOn()) {
        List<Run> runs = engine.read(queries -> newest.next(queries, RUNS_AT_ONCE));
        if (runs.isEmpty()) {
          break;
        }
        rows += runs.size();
        together(
            runs.stream().filter(run -> run.head().tenantId().equals(rule.tenantId())).toList());
      }
      // A long run that is older than another may have called last.
      matched.sort(Comparator.comparingLong(PastCall::requestedAtMs).reversed());
      return new Findings(examined, truncated, List.copyOf(matched));
    }

    private boolean goesOn() {
      if (examined >= limit || truncated) {
        return false;
      }
      truncated = rows >= mostRows || System.nanoTime() - deadline > 0;
      return !truncated;
    }

    /** Most runs have a few rows, so those of several are read with one question. */
    private void together(List<Run> runs) {
      int at = 0;
      while (at < runs.size() && goesOn()) {
        List<Run> some = new ArrayList<>();
        List<Long> keys = new ArrayList<>();
        while (at < runs.size() && (some.isEmpty() || keys.size() < ROWS_AT_ONCE)) {
          some.add(runs.get(at));
          keys.addAll(runs.get(at).trail().rows());
          at++;
        }
        Map<Long, JournalRow> read = read(keys);
        for (Run run : some) {
          if (goesOn()) {
            back(run, read);
          }
        }
      }
    }

    private void back(Run run, Map<Long, JournalRow> newest) {
      PastCalls calls = new PastCalls(run);
      Trail trail = run.trail();
      Map<Long, JournalRow> read = newest;
      while (true) {
        for (long key : trail.rows().reversed()) {
          JournalRow row = read.get(key);
          if (row != null) {
            calls.madeIn(row).forEach(this::examine);
          }
          if (examined >= limit || truncated) {
            return;
          }
        }
        if (trail.earlier() == 0 || !goesOn()) {
          return;
        }
        JournalRow holder = read(List.of(trail.earlier())).get(trail.earlier());
        if (holder == null || holder.run() == null) {
          return;
        }
        trail = holder.run().trail();
        read = read(trail.rows());
      }
    }

    private Map<Long, JournalRow> read(List<Long> keys) {
      Map<Long, JournalRow> byKey = new HashMap<>();
      engine
          .read(queries -> queries.journalRows(keys))
          .forEach(row -> byKey.put(row.lastId(), row));
      rows += keys.size();
      return byKey;
    }

    private void examine(PastCall past) {
      if (examined >= limit || truncated) {
        return;
      }
      examined++;
      if (!Permissions.matches(rule, past.call.tool(), past.command)) {
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
