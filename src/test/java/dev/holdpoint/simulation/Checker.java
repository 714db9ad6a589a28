package dev.holdpoint.simulation;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Writes;
import dev.holdpoint.engine.port.store.Writes.RunRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at what every commit has left in the tables. Remembers on its own what was there before.
 */
final class Checker {
  private final MemoryTables tables;
  private final Map<Long, Run> runs = new HashMap<>();
  private final Map<Long, List<Long>> rowsOfRun = new HashMap<>();
  private final Set<String> settled = new HashSet<>();
  private final Set<Long> ended = new HashSet<>();
  private final Kin kin;
  private final Parts parts = new Parts();
  private final Standing standing;
  private final Signed signed;
  private final Deliberations deliberations;
  private final Holding holding;
  private long lastId;

  Checker(MemoryTables tables) {
    this.tables = tables;
    this.kin = new Kin(tables);
    this.standing = new Standing(tables);
    this.signed = new Signed(tables);
    Council.found(tables);
    Holders.found(tables);
    this.holding = new Holding(tables);
    this.deliberations = new Deliberations(tables);
  }

  Signed signed() {
    return signed;
  }

  Deliberations deliberations() {
    return deliberations;
  }

  Holding holding() {
    return holding;
  }

  Kin kin() {
    return kin;
  }

  Standing standing() {
    return standing;
  }

  Parts parts() {
    return parts;
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency of its own
  static void hold(boolean good, String otherwise, @Nullable Object... about) {
    if (!good) {
      throw new Violation(otherwise.formatted(about));
    }
  }

  /** All journal rows of a run that were ever committed. */
  List<Long> rowsOf(long runKey) {
    return rowsOfRun.getOrDefault(runKey, List.of());
  }

  Map<Long, Run> runs() {
    return runs;
  }

  void committed(Writes writes) {
    deliberations.begin();
    holding.begin();
    for (JournalRow row : writes.journal()) {
      journal(row);
    }
    Set<Long> sessions = new HashSet<>();
    Stream.concat(writes.newRuns().stream(), writes.changedRuns().stream())
        .forEach(
            row -> {
              run(row);
              sessions.add(row.run().head().sessionKey());
            });
    sessions.forEach(this::oneHoldsTheSlot);
  }

  private void journal(JournalRow row) {
    long first = row.events().isEmpty() ? row.lastId() : row.idOf(0);
    hold(first > lastId, "event id %d is not above %d, which was given before", first, lastId);
    lastId = row.lastId();
    // What people do about a gate is told in rows that are of no version of the run.
    long of = row.run() == null ? 0 : row.runKey();
    rowsOfRun.computeIfAbsent(of, _ -> new ArrayList<>()).add(row.lastId());
    parts.check(row);
    standing.check(row);
    deliberations.check(row);
    holding.check(row);
    for (LedgerEvent event : row.events()) {
      switch (event) {
        case LedgerEvent.OfRun ofRun -> history(row, ofRun);
        case LedgerEvent.ApprovalSettled(String id) -> settledOnce(id);
        case LedgerEvent.QuestionSettled(String id) -> settledOnce(id);
        case LedgerEvent.GateUpdated _,
            LedgerEvent.RunUpdated _,
            LedgerEvent.OutputMade _,
            LedgerEvent.ApprovalRaised _,
            LedgerEvent.QuestionRaised _,
            LedgerEvent.SessionChanged _ -> {}
      }
    }
  }

  private void settledOnce(String gate) {
    hold(settled.add(gate), "%s was settled twice", gate);
  }

  private void history(JournalRow row, LedgerEvent.OfRun event) {
    boolean isFirst = rowsOf(row.runKey()).size() == 1 && row.events().getFirst().equals(event);
    hold(
        isFirst == event instanceof LedgerEvent.Accepted,
        "run %d begins with %s, or is accepted late",
        row.runKey(),
        event);
    hold(!ended.contains(row.runKey()), "run %d had ended before %s", row.runKey(), event);
    if (event.status().isSettled()) {
      ended.add(row.runKey());
    }
  }

  private void run(RunRow written) {
    Run before = runs.get(written.run().key());
    RunRow row = tables.runs.get(written.run().key());
    if (row == null) {
      throw new Violation("run " + written.run().id() + " was committed and is not there");
    }
    Run run = row.run();
    signed.check(run);
    if (before != null) {
      hold(
          !before.status().isSettled() || before.equals(run),
          "run %s had ended %s and was changed",
          run.id(),
          before.status());
      before.approvals().forEach(old -> unchanged(old, run));
      before.questions().forEach(old -> unchanged(old, run));
    }
    run.approvals()
        .forEach(a -> gate(run, a.id(), GateKind.APPROVAL, a.isPending(), a.expiresAtMs()));
    run.questions()
        .forEach(q -> gate(run, q.id(), GateKind.QUESTION, q.isPending(), q.expiresAtMs()));
    boolean waits = run.status().isWaiting();
    hold(
        waits
            != (run.pendingApprovals().isEmpty()
                && run.pendingQuestions().isEmpty()
                && run.pendingClarifications().isEmpty()),
        "run %s is %s with %d and %d gates pending",
        run.id(),
        run.status(),
        run.pendingApprovals().size(),
        run.pendingQuestions().size());
    kin.check(run);
    parts.check(run);
    holding.check(run);
    hold(!run.isLoopWork() || row.runnable(), "run %s works and is not runnable", run.id());
    hold(
        !row.runnable() || run.isLoopWork() || run.status() == RunStatus.QUEUED,
        "run %s is runnable and %s",
        run.id(),
        run.status());
    hold(
        tables.memories.containsKey(run.key()) == (RunMemory.of(run) != null),
        "run %s is %s and left nothing, or too early",
        run.id(),
        run.status());
    runs.put(run.key(), run);
  }

  private static void unchanged(Approval old, Run run) {
    run.approval(old.id())
        .ifPresent(
            now ->
                hold(
                    old.isPending() || old.equals(now),
                    "%s was settled twice: %s, then %s",
                    old.id(),
                    old.state(),
                    now.state()));
  }

  private static void unchanged(Question old, Run run) {
    run.question(old.id())
        .ifPresent(
            now ->
                hold(
                    old.isPending() || old.equals(now),
                    "%s was settled twice: %s, then %s",
                    old.id(),
                    old.state(),
                    now.state()));
  }

  private void gate(
      Run run, String id, GateKind kind, boolean pending, @Nullable Long expiresAtMs) {
    GateRow row = tables.gates.get(Ulid.keyOf(kind.prefix(), id).orElseThrow());
    hold(
        row != null
            && row.kind() == kind
            && row.runKey() == run.key()
            && java.util.Objects.equals(row.expiresAtMs(), expiresAtMs)
            && (row.status() == GateState.Status.PENDING) == pending,
        "the row of %s does not fit its run: %s",
        id,
        row);
    if (row != null && !pending) {
      JournalRow where = tables.journal.get(row.settledIn());
      hold(
          where != null
              && where.events().stream()
                  .anyMatch(
                      e ->
                          e.equals(new LedgerEvent.ApprovalSettled(id))
                              || e.equals(new LedgerEvent.QuestionSettled(id))),
          "%s was not settled in row %d, where its row says",
          id,
          row.settledIn());
    }
  }

  private void oneHoldsTheSlot(long sessionKey) {
    List<Run> holders =
        tables.runs.values().stream()
            .map(RunRow::run)
            .filter(run -> run.head().sessionKey() == sessionKey && run.holdsSlot())
            .toList();
    hold(holders.size() <= 1, "two runs hold the slot of one session: %s", holders);
  }
}
