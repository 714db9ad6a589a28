package dev.holdpoint.engine.journal;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.problem.Refusal.Settlement;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds approvals and questions: pending ones in their run, settled ones where the journal keeps
 * them.
 */
public final class Gates {
  private Gates() {}

  /**
   * @param run as it was when the gate was settled, or as it is if it is pending
   */
  public record Found<G extends Gate>(GateRow row, Run run, G gate) {}

  public static Optional<Found<Approval>> approval(Queries queries, String id) {
    return find(queries, GateKind.APPROVAL, id, run -> run.approval(id));
  }

  public static Optional<Found<Question>> question(Queries queries, String id) {
    return find(queries, GateKind.QUESTION, id, run -> run.question(id));
  }

  public static Optional<Found<Gate>> gate(Queries queries, GateKind kind, String id) {
    return find(queries, kind, id, run -> run.gate(id));
  }

  private static <G extends Gate> Optional<Found<G>> find(
      Queries queries, GateKind kind, String id, Function<Run, Optional<G>> gate) {
    return row(queries, kind, id)
        .flatMap(
            row ->
                holder(queries, row)
                    .flatMap(run -> gate.apply(run).map(found -> new Found<>(row, run, found))));
  }

  /** The runs that hold these gates, by gate key, with as few reads as there are tables. */
  public static Map<Long, Run> holders(Queries queries, List<GateRow> rows) {
    Map<Long, Run> byRow = new HashMap<>();
    for (Run run :
        queries.runs(
            rows.stream()
                .filter(r -> r.settledIn() == 0)
                .map(GateRow::runKey)
                .distinct()
                .toList())) {
      byRow.put(run.key(), run);
    }
    for (JournalRow journal :
        queries.journalRows(
            rows.stream().map(GateRow::settledIn).filter(in -> in != 0).distinct().toList())) {
      if (journal.run() != null) {
        byRow.put(journal.lastId(), journal.run());
      }
    }
    Map<Long, Run> holders = new HashMap<>();
    for (GateRow row : rows) {
      Run run = byRow.get(row.settledIn() == 0 ? row.runKey() : row.settledIn());
      if (run != null) {
        holders.put(row.key(), run);
      }
    }
    return holders;
  }

  private static Optional<GateRow> row(Queries queries, GateKind kind, String id) {
    OptionalLong key = Ulid.keyOf(kind.prefix(), id);
    GateRow row = key.isPresent() ? queries.gate(key.getAsLong()) : null;
    return Optional.ofNullable(row).filter(found -> found.kind() == kind);
  }

  private static Optional<Run> holder(Queries queries, GateRow row) {
    return Optional.ofNullable(holders(queries, List.of(row)).get(row.key()));
  }

  /** Who has settled the run's gate, when and how; empty while it is pending. */
  public static Optional<Settlement> settlement(Run run, String gateId) {
    return run.gate(gateId).map(Gates::settlement);
  }

  /** The same, with the approval that took its place. */
  public static @Nullable Settlement settlement(Gate gate, @Nullable String successorId) {
    Settlement settlement = settlement(gate);
    return settlement == null || successorId == null
        ? settlement
        : new Settlement(
            settlement.by(),
            settlement.atMs(),
            settlement.behavior(),
            settlement.outcome(),
            settlement.applied(),
            successorId);
  }

  public static @Nullable Settlement settlement(Gate gate) {
    return gate.state() instanceof GateState.Settled settled
        ? new Settlement(
            settled.by(),
            settled.atMs(),
            settled.behavior(),
            settled.outcome().wire(),
            settled.applied() == null ? null : settled.applied().wire(),
            null)
        : null;
  }
}
