package dev.holdpoint.core.gate;

import dev.holdpoint.core.record.Json;
import org.jspecify.annotations.Nullable;

/** What can be asked of an approval. */
public sealed interface ApprovalCommand {
  /**
   * @param principal the person, where {@code by} names the key they signed with
   * @param expected what the approver saw; null where they did not say
   * @param ruleId the permission rule that comes of it, or that it comes of
   */
  record Allow(
      String by,
      String principal,
      long atMs,
      @Nullable Expected expected,
      @Nullable Json updatedInput,
      @Nullable String ruleId)
      implements ApprovalCommand {
    /** By a person in their own name. */
    public Allow(
        String by,
        long atMs,
        @Nullable Expected expected,
        @Nullable Json updatedInput,
        @Nullable String ruleId) {
      this(by, by, atMs, expected, updatedInput, ruleId);
    }
  }

  /**
   * A yes where several are needed.
   *
   * @param enough whether nobody else has to say yes after it
   */
  record Endorse(Endorsement yes, @Nullable Expected expected, boolean enough)
      implements ApprovalCommand {}

  /** A no of a person whose no does not end it. */
  record Oppose(Objection no, @Nullable Expected expected) implements ApprovalCommand {}

  /**
   * A no.
   *
   * @param principal the person, where {@code by} names the key they signed with
   * @param words why, or what is said in place of a plain no
   * @param kind what is said in place of a plain no; null for a plain one
   */
  record Deny(
      String by,
      String principal,
      long atMs,
      @Nullable Expected expected,
      String words,
      @Nullable Denial kind)
      implements ApprovalCommand {
    /** By a person in their own name. */
    public Deny(
        String by, long atMs, @Nullable Expected expected, String words, @Nullable Denial kind) {
      this(by, by, atMs, expected, words, kind);
    }

    /** A plain no. */
    public Deny(String by, long atMs, @Nullable Expected expected, String reason) {
      this(by, atMs, expected, reason, null);
    }
  }

  /**
   * Decides it, but not before its time.
   *
   * @param expected what the person saw; null where they did not say
   */
  record Hold(HeldDecision decision, @Nullable Expected expected) implements ApprovalCommand {}

  /**
   * What was held, at its time: the deadline, which it was sent before, does not keep it out.
   *
   * @param word what it comes to now
   */
  record TakeEffect(ApprovalCommand word) implements ApprovalCommand {}

  /** Takes a decision back that is held. */
  record TakeBack(String by, long atMs) implements ApprovalCommand {}

  /**
   * @param applied what the deadline does
   */
  record Expire(long atMs, Applied applied) implements ApprovalCommand {}

  record Withdraw(String by, long atMs, Withdrawal cause) implements ApprovalCommand {}
}
