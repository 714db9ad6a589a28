package dev.holdpoint.http.v1.permit;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.permit.FoundPermit;
import dev.holdpoint.engine.permit.Permits;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Permits that were redeemed or are void, newest first. A permit whose deadline has passed, or
 * whose session has ended, is void without a row: it is found by its approval, which has the same
 * key.
 */
final class ListedPermits {
  /** Each may be as large as what an agent asks. */
  private static final int RUNS_AT_ONCE = 20;

  private final Permits permits;
  private final Queries queries;

  ListedPermits(Permits permits, Queries queries) {
    this.permits = permits;
    this.queries = queries;
  }

  /** One that may be listed; what it is now takes a further look. */
  record Candidate(long key, String permitId, String sessionId) {}

  static List<Candidate> below(
      Queries queries, @Nullable String session, @Nullable String approval, long below, int limit) {
    Map<Long, Candidate> found = new TreeMap<>(Comparator.reverseOrder());
    if (approval != null) {
      OptionalLong key = Ulid.keyOf(GateKind.APPROVAL.prefix(), approval);
      GateRow row = key.isPresent() ? queries.gate(key.getAsLong()) : null;
      add(queries, found, row == null || row.key() >= below ? List.of() : List.of(row));
      return List.copyOf(found.values());
    }
    for (Permit row : queries.keptBelow(Permit.KIND, session, below, limit)) {
      found.put(row.key(), new Candidate(row.key(), row.id(), row.sessionId()));
    }
    Session of = session == null ? null : queries.session(session);
    if (session == null || of != null) {
      add(
          queries,
          found,
          queries.gates(
              new Queries.GateFilter(
                  GateKind.APPROVAL, GateState.Status.RESOLVED, of == null ? null : of.key()),
              below,
              limit));
    }
    return found.values().stream().limit(limit).toList();
  }

  /** Those of agents outside among them; the others are calls of runs, which have no permits. */
  private static void add(Queries queries, Map<Long, Candidate> found, List<GateRow> rows) {
    for (int from = 0; from < rows.size(); from += RUNS_AT_ONCE) {
      addPiece(queries, found, rows.subList(from, Math.min(rows.size(), from + RUNS_AT_ONCE)));
    }
  }

  private static void addPiece(Queries queries, Map<Long, Candidate> found, List<GateRow> rows) {
    Map<Long, Run> holders = Gates.holders(queries, rows);
    for (GateRow row : rows) {
      Run run = holders.get(row.key());
      String id =
          run == null || row.kind() != GateKind.APPROVAL
              ? ""
              : run.approvals().stream()
                  .filter(one -> one.key() == row.key())
                  .map(Approval::id)
                  .findFirst()
                  .orElse("");
      boolean outside = run != null && run.head().driver() == RunHead.Driver.OUTSIDE;
      // The others stay in, without an id: a page looks at so many and goes on behind the last.
      found.putIfAbsent(
          row.key(),
          new Candidate(
              row.key(),
              outside && !id.isEmpty() ? Permit.idOf(id) : "",
              run == null ? "" : run.head().sessionId()));
    }
  }

  /** As it is now; empty where it is no permit, or one that nobody has used or taken back. */
  Optional<FoundPermit> listed(Candidate one) {
    return one.permitId.isEmpty()
        ? Optional.empty()
        : permits
            .find(queries, one.permitId)
            .filter(permit -> permit.row() != null || permit.state() instanceof PermitState.Voided);
  }
}
