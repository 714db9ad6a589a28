package dev.holdpoint.engine.stats;

import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import java.util.List;

/** Looks as people's triage of gates records them. */
public final class TriageLooks implements Looks {
  /** The most pending gates of a kind to read at a scrape, the oldest first. */
  private static final int MOST = 1_000;

  private final int most;

  public TriageLooks() {
    this(MOST);
  }

  TriageLooks(int most) {
    this.most = most;
  }

  @Override
  public List<Look> at(Queries queries, long gateKey) {
    Triage triage = queries.kept(Triage.KIND, gateKey);
    return triage == null
        ? List.of()
        : triage.seen().stream()
            .filter(Triage.Look::counts)
            .map(one -> new Look(one.by(), one.firstAtMs()))
            .toList();
  }

  @Override
  public long unseen(Queries queries) {
    long unseen = 0;
    for (GateKind kind : GateKind.values()) {
      Queries.GateFilter pending =
          new Queries.GateFilter(kind, GateState.Status.PENDING, /* sessionKey= */ null);
      List<GateRow> oldest = queries.gates(pending, 0, most);
      List<GateRow> left = oldest.stream().filter(row -> at(queries, row.key()).isEmpty()).toList();
      unseen += left.size() - votedOn(queries, left);
    }
    return unseen;
  }

  /** A vote is a look too. It is in the log, so that gates nobody touched are not read. */
  private static long votedOn(Queries queries, List<GateRow> rows) {
    List<GateRow> touched =
        rows.stream()
            .filter(row -> row.kind() == GateKind.APPROVAL)
            .filter(row -> entries(queries, row) > 0)
            .toList();
    return touched.isEmpty()
        ? 0
        : Gates.holders(queries, touched).entrySet().stream()
            .flatMap(
                held -> held.getValue().gates().stream().filter(it -> it.hasKey(held.getKey())))
            .filter(Gate::isVotedOn)
            .count();
  }

  private static int entries(Queries queries, GateRow row) {
    Triage triage = queries.kept(Triage.KIND, row.key());
    return triage == null ? 0 : triage.entries();
  }
}
