package dev.holdpoint.engine.triage;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal.Settlement;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A gate that somebody names by its id alone.
 *
 * @param run as it is, or as it was when the gate was settled
 */
public record TriagedGate(Run run, Gate gate) {
  /** The kind that such an id is of; null when it is of none. */
  public static @Nullable GateKind kindOf(String id) {
    for (GateKind kind : GateKind.values()) {
      if (id.startsWith(kind.prefix())) {
        return kind;
      }
    }
    return null;
  }

  /**
   * As it is committed.
   *
   * @param tenant whose gates the caller knows; null for all
   */
  public static TriagedGate in(Queries queries, String id, @Nullable String tenant) {
    GateKind kind = kindOf(id);
    return (kind == null ? Optional.<Gates.Found<Gate>>empty() : Gates.gate(queries, kind, id))
        .map(found -> new TriagedGate(found.run(), found.gate()))
        .filter(found -> found.isOf(tenant))
        .orElseThrow(TriagedGate::notFound);
  }

  /** As the transaction sees it at this point. */
  static TriagedGate in(Change change, String id, @Nullable String tenant) {
    GateKind kind = kindOf(id);
    OptionalLong key = kind == null ? OptionalLong.empty() : Ulid.keyOf(kind.prefix(), id);
    GateRow row = key.isPresent() ? change.queries().gate(key.getAsLong()) : null;
    Run run = row == null || row.kind() != kind ? null : change.run(row.runKey());
    if (run == null) {
      throw notFound();
    }
    TriagedGate now = run.gate(id).map(gate -> new TriagedGate(run, gate)).orElse(null);
    if (now == null || !now.isOf(tenant)) {
      // A settled one that its run has left behind is in the journal.
      return in(change.queries(), id, tenant);
    }
    return now;
  }

  private boolean isOf(@Nullable String tenant) {
    return tenant == null || run.head().tenantId().equals(tenant);
  }

  /** How it ended, also where its deadline has passed and no timer has acted on it yet. */
  @Nullable Settlement settlement(long nowMs) {
    return Gates.settlement(gate.expired(nowMs).orElse(gate));
  }

  boolean isOfRoot() {
    return run.head().tenantId().equals(Tenants.ROOT);
  }

  public static RuntimeException notFound() {
    return Problem.GATE_NOT_FOUND
        .because(
            "There is no such approval or question. GET /v1/approvals and GET /v1/questions list "
                + "them.")
        .asException();
  }
}
