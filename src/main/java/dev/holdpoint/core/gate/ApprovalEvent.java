package dev.holdpoint.core.gate;

import dev.holdpoint.core.record.Json;
import org.jspecify.annotations.Nullable;

/** What happened to an approval. */
public sealed interface ApprovalEvent {
  /** Nothing more happens to the approval after it. */
  sealed interface Settling extends ApprovalEvent {}

  record Allowed(String by, long atMs, @Nullable Json updatedInput, @Nullable String ruleId)
      implements Settling {}

  /** One of several has said yes. */
  record Endorsed(Endorsement yes) implements ApprovalEvent {}

  /** A no that does not end it. */
  record Objected(Objection no) implements ApprovalEvent {}

  /**
   * The last of several has said yes.
   *
   * @param atMs when that was enough: later than the yes where a stage had to open first
   */
  record AllowedByAll(Endorsement last, long atMs) implements Settling {}

  /**
   * @param kind what was said in place of a plain no; null for a plain one
   */
  record Denied(String by, long atMs, String words, @Nullable Denial kind) implements Settling {}

  /** A person has decided, and it takes effect later. */
  record Held(HeldDecision decision) implements ApprovalEvent {}

  /** What was held is not decided any more. */
  record TakenBack(String by, long atMs) implements ApprovalEvent {}

  record Expired(long atMs, Applied applied) implements Settling {}

  record Withdrawn(String by, long atMs, Withdrawal cause) implements Settling {}
}
