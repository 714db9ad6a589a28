package dev.holdpoint.http.ambient;

import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the two sorts of prompts do not share. */
interface PromptKind {
  GateKind gates();

  /** The type of every frame but the first. */
  String event();

  /** What the run waits for, oldest first. */
  List<Prompt> pending(Run run);

  /** The prompts behind these gates, which are pending, in the same order. */
  List<Prompt> prompts(Queries queries, List<GateRow> rows);

  /**
   * The prompt by itself; null when it is not this run's. What is asked never changes, so any
   * version of the run will do that still has it.
   */
  @Nullable Object view(Run run, Prompt prompt);

  /** The id that a click on this view names. */
  String promptId(Object view);

  /** The state: the oldest prompt, and how many there are. */
  Object wrapped(@Nullable Object oldest, int count);

  /** The id of the gate that the event says was raised, or null. */
  @Nullable String raised(LedgerEvent event);

  /** The id of the gate that the event says was settled, or null. */
  @Nullable String settled(LedgerEvent event);

  /** The id of the gate whose card the event makes another, while it still waits; or null. */
  default @Nullable String changed(LedgerEvent event) {
    return event instanceof LedgerEvent.GateUpdated told && told.change().isOfStanding()
        ? told.gateId()
        : null;
  }

  default long key(String id) {
    return Ulid.keyOf(gates().prefix(), id).orElse(-1);
  }
}
