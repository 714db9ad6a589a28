package dev.holdpoint.engine.inbox;

import dev.holdpoint.core.access.Holder;
import dev.holdpoint.core.description.RiskLevel;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.inbox.InboxPlace;
import dev.holdpoint.core.inbox.InboxSort;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.SessionOwners;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One read of the inbox, all of one moment. What no index can answer looks at a bounded number of
 * gates; of runs, which may be large, it reads some at a time and keeps none that it does not give.
 */
public final class InboxRead {
  /** The most gates that are looked at. */
  public static final int MOST = 10_000;

  /** Runs may be large: so many are in memory at once. */
  private static final int RUNS_AT_ONCE = 20;

  private static final int SESSIONS_AT_ONCE = 500;

  /** The most text of inputs that filters look through, in characters. */
  private static final long MOST_TEXT = 32L << 20;

  private static final long SOON_MS = Duration.ofMinutes(10).toMillis();

  private final Queries queries;
  private final PolicyBook book;
  private final long nowMs;

  public InboxRead(Queries queries, long nowMs) {
    this.queries = queries;
    this.book = PolicyBook.of(queries, nowMs);
    this.nowMs = nowMs;
  }

  /**
   * What waits in the caller's sight.
   *
   * @param expiring how much of it has its deadline within ten minutes
   */
  public record Counts(long approvals, long questions, long expiring) {
    public long all() {
      return approvals + questions;
    }
  }

  /**
   * @param tenantId whose gates alone the caller sees; null for all
   * @param own whose sessions alone exist for the caller; null for all
   */
  public Counts counts(@Nullable String tenantId, @Nullable Holder own) {
    if (tenantId == null && own == null) {
      return new Counts(
          count(GateKind.APPROVAL),
          count(GateKind.QUESTION),
          queries.countDueGates(nowMs + SOON_MS));
    }
    InboxWish sight = InboxWish.waiting(tenantId, own);
    List<GateRow> rows = taken(sight, window(sight, null, MOST));
    long approvals = rows.stream().filter(row -> row.kind() == GateKind.APPROVAL).count();
    return new Counts(
        approvals, rows.size() - approvals, rows.stream().filter(this::isExpiring).count());
  }

  private long count(GateKind kind) {
    return queries.countGates(new Queries.GateFilter(kind, GateState.Status.PENDING, null));
  }

  private boolean isExpiring(GateRow row) {
    Long deadline = row.expiresAtMs();
    return deadline != null && deadline <= nowMs + SOON_MS;
  }

  /**
   * @param after where the page before ended; null for the first
   * @param shown makes of gates what is shown of them, some at a time
   */
  public <R> InboxPart<R> page(
      InboxWish wish,
      @Nullable InboxPlace after,
      int limit,
      Function<List<InboxGate>, List<R>> shown) {
    boolean plain = wish.isPlain();
    int most = plain ? limit : MOST;
    List<GateRow> window = window(wish, after, most + 1);
    boolean more = window.size() > most;
    List<GateRow> looked = more ? window.subList(0, most) : window;
    List<R> found = new ArrayList<>();
    List<Placed> rows = placed(wish, after, taken(wish, looked));
    InboxPlace last = after;
    long text = 0;
    for (int from = 0; from < rows.size(); from += RUNS_AT_ONCE) {
      if (text > MOST_TEXT) {
        // An agent with long inputs does not hold up the lists of others.
        return new InboxPart<>(found, rows.get(from - 1).place, true);
      }
      List<Placed> some = rows.subList(from, Math.min(rows.size(), from + RUNS_AT_ONCE));
      Map<Long, InboxPlace> places = new HashMap<>();
      some.forEach(one -> places.put(one.row.key(), one.place));
      List<InboxGate> gates = gates(some.stream().map(Placed::row).toList());
      if (!wish.filters().isEmpty()) {
        text += gates.stream().mapToLong(InboxGate::inputLength).sum();
      }
      List<InboxGate> fitting = filtered(wish, gates);
      int room = limit - found.size();
      List<InboxGate> taken = fitting.size() > room ? fitting.subList(0, room) : fitting;
      if (!taken.isEmpty()) {
        found.addAll(shown.apply(taken));
        last = places.get(taken.getLast().row().key());
      }
      if (fitting.size() > room) {
        return new InboxPart<>(found, last, more && !plain);
      }
    }
    // By key, the next page goes on behind the last row that was looked at.
    InboxPlace next = more && wish.isByKey() ? new InboxPlace(0, looked.getLast().key()) : null;
    return new InboxPart<>(found, next, more && !plain);
  }

  /** At most so many rows, from one end of all gates, or from where the page before ended. */
  private List<GateRow> window(InboxWish wish, @Nullable InboxPlace after, int most) {
    if (wish.expiresBy() != null && wish.sessionKey() == null) {
      return wish.statuses().contains(GateState.Status.PENDING)
          ? queries.dueGates(wish.expiresBy(), most)
          : List.of();
    }
    boolean up = wish.isFromOldest();
    long beyond = after != null && wish.isByKey() ? after.key() : up ? 0 : Long.MAX_VALUE;
    String tenantId = wish.ofTenant();
    List<GateRow> all = new ArrayList<>();
    for (GateKind kind : wish.kinds()) {
      if (kind == GateKind.APPROVAL && tenantId != null) {
        all.addAll(ofTenant(wish, tenantId, beyond, most));
        continue;
      }
      for (GateState.Status status : wish.statuses()) {
        all.addAll(
            queries.gates(
                new Queries.GateFilter(
                    kind, status, wish.sessionKey(), wish.above(), wish.below(), up),
                beyond,
                most));
      }
    }
    Comparator<GateRow> rising = Comparator.comparingLong(GateRow::key);
    return all.stream().sorted(up ? rising : rising.reversed()).limit(most).toList();
  }

  /** An index has the approvals of a tenant: those of others do not stand in front of them. */
  private List<GateRow> ofTenant(InboxWish wish, String tenantId, long beyond, int most) {
    boolean up = wish.isFromOldest();
    return queries.approvalsOf(
        new Queries.TenantGates(
            List.of(tenantId),
            wish.statuses(),
            wish.sessionKey(),
            up ? Math.max(beyond, wish.above()) : wish.above(),
            up ? wish.below() : Math.min(beyond, wish.below()),
            !up,
            most));
  }

  /** Those that the rows themselves, and the owners of their sessions, leave in. */
  private List<GateRow> taken(InboxWish wish, List<GateRow> rows) {
    List<GateRow> fitting = rows.stream().filter(wish::takes).toList();
    Holder own = wish.own();
    if (own == null || !own.ownOnly()) {
      return fitting;
    }
    Set<Long> reached = new HashSet<>();
    List<Long> sessions = fitting.stream().map(GateRow::sessionKey).distinct().toList();
    for (int from = 0; from < sessions.size(); from += SESSIONS_AT_ONCE) {
      queries
          .keptAmong(
              SessionOwners.KIND,
              sessions.subList(from, Math.min(sessions.size(), from + SESSIONS_AT_ONCE)))
          .stream()
          .filter(owners -> owners.reaches(own.tokenId()))
          .forEach(owners -> reached.add(owners.key()));
    }
    return fitting.stream().filter(row -> reached.contains(row.sessionKey())).toList();
  }

  private record Placed(GateRow row, InboxPlace place) {}

  /** In the order of the list, those behind the place where the page before ended. */
  private List<Placed> placed(InboxWish wish, @Nullable InboxPlace after, List<GateRow> rows) {
    Map<Long, RiskLevel> risks =
        wish.sort() == InboxSort.RISK ? risks(rows) : Map.<Long, RiskLevel>of();
    Comparator<InboxPlace> order = wish.sort().order();
    boolean bySettlement = wish.isBySettlement();
    return rows.stream()
        .map(
            row ->
                new Placed(
                    row,
                    wish.sort()
                        .place(
                            row.key(),
                            bySettlement ? row.settledIn() : 0,
                            row.expiresAtMs(),
                            risks.get(row.key()))))
        .filter(one -> after == null || order.compare(one.place, after) > 0)
        .sorted(Comparator.comparing(Placed::place, order))
        .toList();
  }

  private Map<Long, RiskLevel> risks(List<GateRow> rows) {
    Map<Long, RiskLevel> risks = new HashMap<>();
    List<GateRow> approvals = rows.stream().filter(row -> row.kind() == GateKind.APPROVAL).toList();
    for (int from = 0; from < approvals.size(); from += RUNS_AT_ONCE) {
      for (InboxGate gate :
          gates(approvals.subList(from, Math.min(approvals.size(), from + RUNS_AT_ONCE)))) {
        RiskLevel risk = gate.risk();
        if (risk != null) {
          risks.put(gate.row().key(), risk);
        }
      }
    }
    return risks;
  }

  /** Without those whose run cannot be read, which is told elsewhere. */
  private List<InboxGate> gates(List<GateRow> rows) {
    Map<Long, Run> holders = Gates.holders(queries, rows);
    List<InboxGate> gates = new ArrayList<>();
    for (GateRow row : rows) {
      Run run = holders.get(row.key());
      Gate gate =
          run == null
              ? null
              : run.gates().stream().filter(one -> one.hasKey(row.key())).findFirst().orElse(null);
      if (run != null && gate != null) {
        gates.add(new InboxGate(row, run, gate, book));
      }
    }
    return gates;
  }

  private static List<InboxGate> filtered(InboxWish wish, List<InboxGate> gates) {
    List<InboxGate> left = gates;
    for (InboxFilter filter : wish.filters()) {
      left = left.isEmpty() ? left : filter.among(left);
    }
    return left;
  }
}
