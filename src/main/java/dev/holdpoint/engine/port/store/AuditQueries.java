package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import java.util.Collection;
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

  /** The last of each of these runs that has any. */
  List<ExternalAction> lastActions(Collection<Long> runKeys);

  /**
   * The record that settled an approval, with its evidence.
   *
   * @param evidence in its RFC 8785 form
   */
  record Settling(ExternalAction action, String evidence) {}

  /** How an approval was decided, whether its run is still there or not; null if nobody did. */
  @Nullable Settling settling(long gateKey);

  /** A run's chain after {@code afterSequence}, in order. */
  List<ExternalAction> actions(long runKey, int afterSequence, int limit);

  /** All chains after this place, by run and in order. */
  List<Placed<ExternalAction>> actionsBeyond(long runKey, int afterSequence, int limit);

  /**
   * The text whose digest a record holds.
   *
   * @param actionId of the record
   */
  record Evidence(String actionId, String detail) {}

  /** That of all chains after this place, by run and in order. */
  List<Placed<Evidence>> evidenceBeyond(long runKey, int afterSequence, int limit);

  /**
   * A record that has evidence, as lists show it.
   *
   * @param place where it stands among all of them: the key in its id, in order of time
   * @param evidence null where it was removed
   */
  record Recorded(long place, ExternalAction action, @Nullable String evidence) {}

  /**
   * Which of them. Acts of administration alone are found by what was done and by whom.
   *
   * @param target exactly; null for all
   * @param principal null for all
   */
  record RecordFilter(
      ActionKind kind,
      @Nullable String target,
      @Nullable String principal,
      long fromPlace,
      long belowPlace) {
    public RecordFilter {
      if (kind != ActionKind.ADMIN && (target != null || principal != null)) {
        throw new IllegalArgumentException("no index finds a " + kind + " so");
      }
    }

    public RecordFilter below(long place) {
      return new RecordFilter(kind, target, principal, fromPlace, Math.min(belowPlace, place));
    }
  }

  /** The newest first. */
  List<Recorded> records(RecordFilter filter, int limit);

  /** How many there are; counted up to {@code most}. */
  int countRecords(RecordFilter filter, int most);

  /** How many records there are of all kinds. */
  long countActions();

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
