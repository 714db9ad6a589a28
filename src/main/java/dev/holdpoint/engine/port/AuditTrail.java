package dev.holdpoint.engine.port;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be asked of the record of what was done outside. Every list is bounded. */
public interface AuditTrail {
  @Nullable ExternalAction lastAction(long runKey);

  /** A run's chain after {@code afterSequence}, in order. */
  List<ExternalAction> actions(long runKey, int afterSequence, int limit);

  /** All chains after this place, by run and in order. */
  List<ExternalAction> actionsBeyond(long runKey, int afterSequence, int limit);

  /** The last of the ledger, or null in a new one. */
  @Nullable Checkpoint lastCheckpoint();

  /** After {@code afterSequence}, in order. */
  List<Checkpoint> checkpoints(long afterSequence, int limit);

  /** Those that bring a key, in order. */
  List<Checkpoint> keyCheckpoints();
}
