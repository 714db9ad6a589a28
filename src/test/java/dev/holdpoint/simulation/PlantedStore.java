package dev.holdpoint.simulation;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalEvent;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionEvent;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunDraft;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.port.store.Outgoing;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordChange;
import dev.holdpoint.engine.port.store.SecretWrites;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.port.store.Writes;
import dev.holdpoint.engine.port.store.Writes.RunRow;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A store with one bug in it. */
final class PlantedStore implements Store {
  private final MemoryStore store;
  private final Plant plant;
  private final RandomGenerator random;
  private final Map<Long, Run> stale = new HashMap<>();
  private final Queries queries;

  PlantedStore(MemoryStore store, Plant plant, RandomGenerator random) {
    this.store = store;
    this.plant = plant;
    this.random = random;
    this.queries =
        (Queries)
            Proxy.newProxyInstance(
                Queries.class.getClassLoader(),
                new Class<?>[] {Queries.class},
                (_, method, arguments) -> answer(method, arguments));
  }

  private @Nullable Object answer(Method method, Object @Nullable [] arguments) throws Throwable {
    Object truth;
    try {
      truth = method.invoke(store.tables, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    return switch (method.getName()) {
      case "run" ->
          arguments == null ? truth : stale.getOrDefault((Long) arguments[0], (Run) truth);
      case "lastEventId" ->
          plant == Plant.REUSED_EVENT_ID ? Math.max(0, store.tables.lastEventId() - 2) : truth;
      case "nextDeadline" -> plant == Plant.SLEPT_DEADLINE ? null : truth;
      default -> truth;
    };
  }

  @Override
  public String kind() {
    return store.kind();
  }

  @Override
  public String ledgerId() {
    return store.ledgerId();
  }

  @Override
  public int forgetBelow(long key) {
    return store.forgetBelow(key);
  }

  @Override
  public void close() {}

  @Override
  public <T> T read(Function<Queries, T> query) {
    return query.apply(
        plant == Plant.REUSED_EVENT_ID || plant == Plant.SLEPT_DEADLINE ? queries : store.tables);
  }

  @Override
  public Transaction begin() {
    Transaction transaction = store.begin();
    return new Transaction() {
      private Writes written = MemoryStore.NOTHING;

      @Override
      public Queries queries() {
        return queries;
      }

      @Override
      public void write(Writes writes) {
        written = bent(writes);
        if (plant == Plant.REUSED_EVENT_ID) {
          writes.journal().stream().map(JournalRow::lastId).forEach(store.tables.journal::remove);
        }
        transaction.write(written);
        if (plant == Plant.STALE_LEDGER) {
          rows(written).forEach(row -> stale.put(row.run().key(), row.run()));
        }
      }

      @Override
      public void commit() {
        if (plant == Plant.DOUBLE_RESOLVE) {
          written.changedRuns().forEach(row -> keepBefore(row.run()));
        }
        if (plant == Plant.LOST_COMMIT && random.nextInt(20) == 0) {
          return;
        }
        transaction.commit();
        if (plant == Plant.STALE_LEDGER) {
          rows(written).forEach(row -> stale.remove(row.run().key()));
        }
      }

      @Override
      public void close() {
        transaction.close();
      }
    };
  }

  private static Stream<RunRow> rows(Writes writes) {
    return Stream.concat(writes.newRuns().stream(), writes.changedRuns().stream());
  }

  private void keepBefore(Run next) {
    Run before = store.tables.run(next.key());
    if (before != null && before.status().isWaiting() && next.status() == RunStatus.RUNNING) {
      stale.put(next.key(), before);
    } else {
      stale.remove(next.key());
    }
  }

  private Writes bent(Writes w) {
    return new Writes(
        w.newSessions(),
        w.newRuns().stream().map(this::bent).toList(),
        w.changedRuns().stream().filter(row -> !isForgotten(row.run())).map(this::bent).toList(),
        w.newGates(),
        w.changedGates(),
        w.journal(),
        plant == Plant.FORGOTTEN_KEY ? List.of() : w.remembered(),
        w.newTokens(),
        w.removedTokens(),
        w.changedSessions(),
        plant == Plant.LOST_MAIL ? List.of() : w.newMails(),
        w.deadLetters(),
        w.shelved().stream().filter(one -> !isLost(one)).toList(),
        plant == Plant.LOST_MEMORY ? List.of() : w.newMemories(),
        w.staleMemories(),
        w.removed(),
        bent(w.outgoing()),
        plant == Plant.LOST_SECRET ? SecretWrites.NOTHING : w.secrets(),
        w.leases(),
        w.marks());
  }

  private Outgoing bent(Outgoing outgoing) {
    return new Outgoing(
        plant == Plant.LOST_DELIVERY
            ? outgoing.deliveries().stream()
                .filter(delivery -> store.tables.delivery(delivery.key()) != null)
                .toList()
            : outgoing.deliveries(),
        outgoing.removed(),
        plant == Plant.LOST_RECORD && random.nextInt(10) == 0 ? List.of() : outgoing.actions(),
        outgoing.checkpoints(),
        outgoing.evidence());
  }

  private boolean isLost(RecordChange<?> one) {
    return switch (plant) {
      case LOST_COUNT -> one.record() instanceof PermissionRule rule && rule.uses() > 0;
      case LOST_REDEMPTION ->
          one.record() instanceof Permit permit && permit.state() instanceof PermitState.Started;
      default -> false;
    };
  }

  private boolean isForgotten(Run run) {
    Run before = store.tables.run(run.key());
    return plant == Plant.FORGOTTEN_CHILD
        && before != null
        && !before.pendingClarifications().isEmpty()
        && run.status() == RunStatus.RUNNING;
  }

  private static Approval forgotten(Approval held) {
    return held.voted(new ApprovalEvent.TakenBack("nobody", 0));
  }

  private RunRow bent(RunRow row) {
    Run run = row.run();
    if (plant == Plant.LOST_HAND_OVER && run.status() == RunStatus.QUEUED) {
      return new RunRow(run, false);
    }
    if (plant == Plant.LOST_HOLD) {
      RunDraft draft = run.edit();
      run.approvals().stream()
          .filter(approval -> approval.held() != null)
          .forEach(held -> draft.gate(forgotten(held)));
      return new RunRow(draft.at(run.updatedAtMs()), row.runnable());
    }
    if (plant == Plant.LOST_PART) {
      UnaryOperator<Question> forgetful =
          question ->
              question.partialAnswers().isEmpty()
                  ? question
                  : question.partlyAnswered(
                      new QuestionEvent.PartlyAnswered("", run.updatedAtMs(), List.of()));
      return new RunRow(run.edit().questions(forgetful).at(run.updatedAtMs()), row.runnable());
    }
    if (plant == Plant.FORGOTTEN_INTENT) {
      RunDraft draft = run.edit();
      for (Call call : run.calls()) {
        if (call.progress() == Call.Progress.STARTED) {
          draft.call(call.call().id(), Call.Progress.PLANNED);
        }
      }
      return new RunRow(draft.at(run.updatedAtMs()), row.runnable());
    }
    return row;
  }
}
