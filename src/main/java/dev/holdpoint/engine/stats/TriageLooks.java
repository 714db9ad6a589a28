package dev.holdpoint.engine.stats;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.triage.Triage;
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
      unseen += oldest.stream().filter(row -> at(queries, row.key()).isEmpty()).count();
    }
    return unseen;
  }
}
