package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be asked of the record of what was done outside. Every list is bounded. */
public interface AuditQueries {
  /**
   * A record and where it is stored. Whoever goes from one to the next does so by the place: what
   * the record says of itself may have been changed by somebody else.
   *
   * @param runKey 0 for what is of no run
   */
  record Placed<T>(long runKey, long sequence, T told) {}

  @Nullable ExternalAction lastAction(long runKey);

  /** A run's chain after {@code afterSequence}, in order. */
  List<ExternalAction> actions(long runKey, int afterSequence, int limit);

  /** All chains after this place, by run and in order. */
  List<Placed<ExternalAction>> actionsBeyond(long runKey, int afterSequence, int limit);

  /** The last of the ledger, or null in a new one. */
  @Nullable Checkpoint lastCheckpoint();

  /** The place of the last checkpoint, 0 in a new ledger. */
  long lastCheckpointSequence();

  /** After {@code afterSequence}, in order. */
  List<Checkpoint> checkpoints(long afterSequence, int limit);

  List<Placed<Checkpoint>> checkpointsBeyond(long afterSequence, int limit);

  /** Those that bring a key, in order. */
  List<Checkpoint> keyCheckpoints();
}
