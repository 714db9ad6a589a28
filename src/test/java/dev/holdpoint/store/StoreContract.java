package dev.holdpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.port.store.Writes;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A ledger of its own for each test, and the few words the tests are written in. */
public abstract class StoreContract {
  protected @Nullable Store opened;

  /** Opens the test's own ledger; the first time it is new, later it is the same one. */
  protected abstract Store open();

  @BeforeEach
  void open_the_store() {
    opened = open();
  }

  @AfterEach
  void close_the_store() {
    if (opened != null) {
      opened.close();
    }
  }

  protected final Store store() {
    if (opened == null) {
      throw new IllegalStateException("the store is not open");
    }
    return opened;
  }

  protected final void reopen() {
    store().close();
    opened = null;
    opened = open();
  }

  protected final void commit(Writes writes) {
    try (Store.Transaction transaction = store().begin()) {
      transaction.write(writes);
      transaction.commit();
    }
  }

  /** What the ledger says now: each question is a read of its own. */
  protected final Queries now() {
    return (Queries)
        Proxy.newProxyInstance(
            Queries.class.getClassLoader(),
            new Class<?>[] {Queries.class},
            (_, method, arguments) ->
                store()
                    .read(queries -> Optional.ofNullable(answer(queries, method, arguments)))
                    .orElse(null));
  }

  private static @Nullable Object answer(
      Queries queries, Method method, Object @Nullable [] arguments) {
    try {
      return method.invoke(queries, arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  protected static Writes nothing() {
    return new Writing().writes();
  }

  protected static Writing writing() {
    return new Writing();
  }

  protected static GateRow gate(long key, long runKey, long sessionKey, @Nullable Long expires) {
    return new GateRow(
        key, GateKind.APPROVAL, GateState.Status.PENDING, runKey, sessionKey, expires, 0);
  }

  protected static GateRow settled(GateRow gate, GateState.Status status, long journalRow) {
    return new GateRow(
        gate.key(),
        gate.kind(),
        status,
        gate.runKey(),
        gate.sessionKey(),
        gate.expiresAtMs(),
        journalRow);
  }

  protected static Run queued(long key, long sessionKey) {
    return Samples.run(key, sessionKey, new RunState.Queued());
  }

  protected static Run running(long key, long sessionKey) {
    return Samples.run(key, sessionKey, new RunState.Running());
  }

  protected static Run completed(long key, long sessionKey) {
    return Samples.run(key, sessionKey, new RunState.Completed(Samples.NOW));
  }

  protected final void journalHolds(JournalRow... rows) {
    assertThat(now().journalAfter(0, 100)).isEqualTo(List.of(rows));
  }
}
