package dev.holdpoint.engine.triage;

import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.event.ToldStanding;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.core.triage.TriageMachine;
import dev.holdpoint.core.triage.TriageState;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.standing.Judgement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The one way to write into a gate's log. */
public final class TriageLog {
  private static final int READ_AT_ONCE = 500;
  private static final int MOST_TOLD = 16_384;

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
    Triage grown = next.plus(made);
    change.keep(Triage.KIND, grown);
    if (!entry.change().isOfRun()) {
      tell(change, grown, entry);
    }
    return made;
  }

  /**
   * Tells of what has ended by itself, before anything else is done about the gate.
   *
   * @return what people did about the gate, as it is kept now
   */
  public static Triage lapse(Change change, TriageMachine.Lapse lapse) {
    Triage next = lapse.next();
    for (TriageEntry.Draft ended : lapse.entries()) {
      append(change, next, ended);
      next = Objects.requireNonNull(change.kept(Triage.KIND, next.key()));
    }
    return next;
  }

  /** What people said about the gate, the oldest first and not more than an agent should read. */
  public static String comments(Change change, String gateId) {
    Deque<TriageEntry> said = new ArrayDeque<>();
    long below = Long.MAX_VALUE;
    List<TriageEntry> entries;
    do {
      entries = change.queries().keptBelow(TriageEntry.KIND, gateId, below, READ_AT_ONCE);
      for (TriageEntry entry : entries) {
        if (entry.change() == GateChange.COMMENTED) {
          said.addFirst(entry);
        }
        below = entry.key();
      }
    } while (entries.size() == READ_AT_ONCE);
    StringBuilder text = new StringBuilder();
    for (TriageEntry entry : said) {
      String line = "%s: %s\n".formatted(entry.by(), entry.text());
      if (text.length() + line.length() <= MOST_TOLD) {
        text.append(line);
      }
    }
    return text.isEmpty() ? "" : "Comments:\n" + text.toString().strip();
  }

  /**
   * Notes what changes the gate itself, and tells it in the run's own row, with what its policies
   * make of the gate as the edit leaves it.
   */
  public static void note(
      Change change, RunEdit edit, Run run, Gate gate, TriageEntry.Draft entry) {
    append(change, run.head(), gate, entry);
    Gate after = edit.draft().at(change.nowMs()).gate(gate.id()).orElse(gate);
    edit.tell(
        told(change, of(change, run.head(), gate), run, entry.change(), entry.by())
            .standing(
                standing(
                    change,
                    Judgement.of(PolicyBook.in(change), run, after, looks(change, after)))));
  }

  private static Map<String, Long> looks(Change change, Gate gate) {
    Triage triage = change.kept(Triage.KIND, gate.key());
    return triage == null ? Map.of() : triage.looks();
  }

  /** Null where one click of anyone decides the gate, and where it is settled. */
  public static @Nullable ToldStanding standing(Change change, Judgement after) {
    return after.gate().isPending() && !after.isPlain()
        ? ToldStanding.whole(after.now().standing(), change.nowMs()).brief()
        : null;
  }

  /** What the run's own row tells of a gate that waits. */
  public static LedgerEvent.GateUpdated told(
      Change change, Triage triage, Run run, GateChange what, String by) {
    return new LedgerEvent.GateUpdated(
        triage.kind(),
        triage.gateId(),
        triage.runKey(),
        triage.runId(),
        run.head().agentId(),
        what,
        by,
        TriageState.of(triage, true, change.nowMs()).brief());
  }

  /** The run's own row tells nothing of it, and the record keeps where it is told. */
  private static void tell(Change change, Triage triage, TriageEntry.Draft entry) {
    Run run = change.run(triage.runKey());
    boolean pending = run != null && run.gate(triage.gateId()).filter(Gate::isPending).isPresent();
    change.tell(
        triage.sessionKey(),
        triage.sessionId(),
        new LedgerEvent.GateUpdated(
            triage.kind(),
            triage.gateId(),
            triage.runKey(),
            triage.runId(),
            run == null ? "" : run.head().agentId(),
            entry.change(),
            entry.by(),
            TriageState.of(triage, pending, change.nowMs()).brief()),
        row -> {
          Triage now = change.kept(Triage.KIND, triage.key());
          change.keep(Triage.KIND, (now == null ? triage : now).toldIn(row));
        });
  }
}
