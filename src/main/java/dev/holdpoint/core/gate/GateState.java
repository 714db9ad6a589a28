package dev.holdpoint.core.gate;

import org.jspecify.annotations.Nullable;

/**
 * Where a gate stands. Documents are read as the state of an approval or of a question, never as
 * this: both have states of the same names.
 */
public sealed interface GateState permits ApprovalState, QuestionState {
  /** What the row of a gate has of its state. */
  enum Status {
    PENDING,
    RESOLVED,
    EXPIRED,
    WITHDRAWN
  }

  /** The gate is not pending any more. */
  sealed interface Settled permits ApprovalState.Settled, QuestionState.Settled {
    long atMs();

    /** Who decided; a deadline or the daemon itself is named as such, never as a person. */
    String by();

    /** The word that clients know since the first version; {@link #outcome} says it exactly. */
    String behavior();

    Outcome outcome();

    /** What the deadline did; null where no deadline ended it. */
    default @Nullable Applied applied() {
      return null;
    }
  }

  Status status();
}
