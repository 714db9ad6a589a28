package dev.holdpoint.core.gate;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a run waits for: leave for a call, or an answer. */
public sealed interface Gate permits Approval, Question {
  String id();

  /** The call of the run's open turn that waits for it. */
  String callId();

  long createdAtMs();

  /** As it was set, also after the gate was settled. */
  @Nullable Long expiresAtMs();

  GateState state();

  /** The resolution exactly as it was sent, once there is one. */
  @Nullable Json sent();

  GateKind kind();

  /** The number in its id, by which its row is found. */
  default long key() {
    return Ulid.keyOf(kind().prefix(), id()).orElseThrow();
  }

  /** Whether the row with this key is its row. An id that is damaged has no key. */
  default boolean hasKey(long key) {
    return Ulid.keyOf(kind().prefix(), id()).orElse(0) == key;
  }

  default boolean isPending() {
    return state().status() == GateState.Status.PENDING;
  }

  /** What the asker says of its own request; null where it said nothing. */
  @Nullable RequestTerms terms();

  /** How far it has come; null in its first stage with the asker's deadline or none. */
  @Nullable GateProgress progress();

  /** Under what it was decided; null while it is pending, and where one click was enough. */
  @Nullable Ruling ruling();

  /** Whether it waits, and somebody has said yes or no to it, which takes a look. */
  default boolean isVotedOn() {
    return state() instanceof ApprovalState.Pending pending
        && !(pending.endorsements().isEmpty() && pending.objections().isEmpty());
  }

  /** The same, pending, after a stage opened or its deadline moved. */
  Gate at(GateProgress come, @Nullable Long deadlineMs);

  /** The same, about to be decided under this; as it is where that is null. */
  Gate under(@Nullable Ruling decided);

  /** Whether the asker set the deadline, so that it never moves. */
  default boolean isDeadlineFixed() {
    GateProgress come = progress();
    return expiresAtMs() != null && (come == null || !come.movable());
  }

  /** What its deadline does. */
  Applied onExpiry();

  /** The gate after its deadline; empty when that has not come, or no longer matters. */
  default Optional<Gate> expired(long nowMs) {
    return expired(nowMs, onExpiry());
  }

  /**
   * @param applied what the deadline does, whatever was said of it before
   */
  Optional<Gate> expired(long nowMs, Applied applied);

  /** The gate without anybody who waits for it; empty when it is settled already. */
  Optional<Gate> withdrawn(String by, long nowMs, Withdrawal cause);
}
