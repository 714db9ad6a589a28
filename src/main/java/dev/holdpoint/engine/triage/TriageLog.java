package dev.holdpoint.engine.triage;

import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.engine.commit.Change;

/** The one way to write into a gate's log. */
public final class TriageLog {
  private TriageLog() {}

  /** What people did about the gate so far; a new record where nobody did anything. */
  public static Triage of(Change change, RunHead run, Gate gate) {
    Triage known = change.kept(Triage.KIND, gate.key());
    return known == null ? Triage.of(run, gate) : known;
  }

  /**
   * Adds to the log of a gate, whether it waits or is settled.
   *
   * @param run that of the gate
   */
  public static TriageEntry append(Change change, RunHead run, Gate gate, TriageEntry.Draft entry) {
    return append(change, of(change, run, gate), entry);
  }

  /**
   * The same, together with a change of what people did about the gate.
   *
   * @param next which is stored with one entry more
   */
  public static TriageEntry append(Change change, Triage next, TriageEntry.Draft entry) {
    String id = change.newId(TriageEntry.PREFIX);
    TriageEntry made =
        entry.at(
            next.gateId(), Ulid.keyOf(TriageEntry.PREFIX, id).orElseThrow(), id, change.nowMs());
    change.keep(TriageEntry.KIND, made);
    change.keep(Triage.KIND, next.plus(made));
    return made;
  }
}
