package dev.holdpoint.engine.memory;

import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RunMemoryQueries.MemoryRow;
import dev.holdpoint.engine.port.store.RunMemoryQueries.MemoryWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What ended runs have left, as far as it is still to be remembered. What has expired or cannot be
 * read is never shown; whoever comes upon it throws it away.
 */
public final class Recollections {
  /** How many of the newest runs are looked at. */
  static final int RUNS = 500;

  private final Commits commits;
  private final Policy policy;

  public Recollections(Commits commits, Policy policy) {
    this.commits = commits;
    this.policy = policy;
  }

  /**
   * @param beyondSession whether a search finds what other sessions with a common scope left
   */
  public record Policy(boolean beyondSession, long ttlMs) {}

  /**
   * @param more whether there are older runs that were not looked at
   */
  record Recalled(List<RunMemory> memories, boolean more) {}

  Sieve sieve(long nowMs) {
    return new Sieve(nowMs);
  }

  /** One look at what there is: what is good is given on, the rest remembered to be forgotten. */
  final class Sieve {
    private final long nowMs;
    private final List<Long> stale = new ArrayList<>();

    private Sieve(long nowMs) {
      this.nowMs = nowMs;
    }

    Recalled own(Queries queries, Session session) {
      MemoryWindow window = queries.memoriesOf(session.key(), RUNS);
      return new Recalled(good(window.rows(), _ -> true), window.more());
    }

    /** What a search may find. Every session of a tenant shares its workspace. */
    Recalled searched(Queries queries, Session session) {
      if (!policy.beyondSession) {
        return own(queries, session);
      }
      List<MemoryRow> rows = queries.memoriesBelow(Long.MAX_VALUE, RUNS);
      return new Recalled(
          good(rows, memory -> memory.tenantId().equals(session.tenantId())), rows.size() == RUNS);
    }

    private List<RunMemory> good(List<MemoryRow> rows, Predicate<RunMemory> wanted) {
      List<RunMemory> good = new ArrayList<>();
      for (MemoryRow row : rows) {
        RunMemory memory = row.memory();
        if (memory == null || memory.isExpired(policy.ttlMs, nowMs)) {
          stale.add(row.key());
        } else if (wanted.test(memory)) {
          good.add(memory);
        }
      }
      return good;
    }

    void forget() {
      if (!stale.isEmpty()) {
        Recollections.this.forget(stale);
      }
    }
  }

  private boolean forget(List<Long> keys) {
    try {
      commits.commit(
          change -> {
            change.forget(keys);
            return keys;
          });
      return true;
    } catch (Refused e) {
      // The store takes nothing now. What is stale is stale tomorrow too, and nobody sees it.
      return false;
    }
  }

  /**
   * Throws away all that has expired. A run's key tells when it was submitted, not when it ended,
   * so what lies below the time is looked into.
   */
  public int prune(Engine engine) {
    long nowMs = engine.nowMs();
    long below = Ulid.key(Math.max(0, nowMs - policy.ttlMs + 1), 0);
    long above = 0;
    int pruned = 0;
    List<MemoryRow> rows;
    do {
      long from = above;
      rows = engine.read(queries -> queries.memoriesBetween(from, below, RUNS));
      Sieve sieve = sieve(nowMs);
      var _ = sieve.good(rows, _ -> false);
      if (!sieve.stale.isEmpty()) {
        if (!forget(sieve.stale)) {
          return pruned;
        }
        pruned += sieve.stale.size();
      }
      above = rows.isEmpty() ? above : rows.getLast().key();
    } while (rows.size() == RUNS);
    return pruned;
  }
}
