package dev.holdpoint.core.gate;

import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.record.Json;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where an approval stands. */
public sealed interface ApprovalState extends GateState {
  /**
   * Somebody has to decide, before the deadline if there is one.
   *
   * @param endorsements who has said yes where one yes is not enough
   * @param objections who has said no where their no is not enough
   * @param held a decision that has not taken effect yet; null where none is on its way
   */
  record Pending(
      @Nullable Long expiresAtMs,
      List<Endorsement> endorsements,
      List<Objection> objections,
      @Nullable HeldDecision held)
      implements ApprovalState {
    public Pending(
        @Nullable Long expiresAtMs, List<Endorsement> endorsements, List<Objection> objections) {
      this(expiresAtMs, endorsements, objections, null);
    }

    /** Nobody has objected. */
    public Pending(@Nullable Long expiresAtMs, List<Endorsement> endorsements) {
      this(expiresAtMs, endorsements, List.of());
    }

    /** The same with this decision on its way, or with none. */
    Pending holding(@Nullable HeldDecision decision) {
      return new Pending(expiresAtMs, endorsements, objections, decision);
    }

    /** The same with another deadline. */
    Pending until(@Nullable Long deadlineMs, List<Endorsement> counted) {
      return new Pending(deadlineMs, counted, objections, held);
    }

    /** Nobody has said anything yet. */
    public static Pending until(@Nullable Long expiresAtMs) {
      return new Pending(expiresAtMs, List.of());
    }

    /** Whether these very words of this person are in already. */
    boolean has(Endorsement yes) {
      return endorsements.stream()
          .anyMatch(
              other ->
                  PrincipalName.isSame(other.principal(), yes.principal())
                      && other.role() == yes.role());
    }

    boolean has(Objection no) {
      return objections.stream()
          .anyMatch(
              other ->
                  PrincipalName.isSame(other.principal(), no.principal())
                      && other.role() == no.role());
    }

    /** With a person's last word, which replaces their earlier one. */
    Pending plus(Endorsement yes) {
      Pending others = without(yes.principal());
      return new Pending(
          expiresAtMs,
          Stream.concat(others.endorsements.stream(), Stream.of(yes)).toList(),
          others.objections);
    }

    Pending plus(Objection no) {
      Pending others = without(no.principal());
      return new Pending(
          expiresAtMs,
          others.endorsements,
          Stream.concat(others.objections.stream(), Stream.of(no)).toList());
    }

    private Pending without(String principal) {
      return new Pending(
          expiresAtMs,
          endorsements.stream()
              .filter(other -> !PrincipalName.isSame(other.principal(), principal))
              .toList(),
          objections.stream()
              .filter(other -> !PrincipalName.isSame(other.principal(), principal))
              .toList());
    }

    /** A deadline belongs to the past: at that very millisecond it is too late. */
    public boolean isOpenAt(long nowMs) {
      return expiresAtMs == null || nowMs < expiresAtMs;
    }

    /**
     * Whether anything may decide it still. A decision that is held was sent before the deadline:
     * it counts after it, and a plain no may still end it.
     */
    public boolean isLiveAt(long nowMs) {
      return held != null || isOpenAt(nowMs);
    }

    /** The same for what the deadline does not keep out. */
    Pending withoutDeadline() {
      return new Pending(null, endorsements, objections, held);
    }

    /** The same for a plain no, which is in time as long as something is held. */
    Pending whereNoCounts() {
      return held == null ? this : withoutDeadline();
    }
  }

  sealed interface Settled extends ApprovalState, GateState.Settled {}

  @Override
  default Status status() {
    return switch (this) {
      case Pending _ -> Status.PENDING;
      case Allowed _, Denied _ -> Status.RESOLVED;
      case Expired _ -> Status.EXPIRED;
      case Withdrawn _ -> Status.WITHDRAWN;
    };
  }

  /**
   * @param updatedInput what runs in place of what was asked, where the approver changed it
   * @param ruleId the permission rule that came of it, or that it came of; null when there is none
   * @param endorsements all who said yes, the last included, where one yes was not enough
   */
  record Allowed(
      String by,
      long atMs,
      @Nullable Json updatedInput,
      @Nullable String ruleId,
      List<Endorsement> endorsements)
      implements Settled {
    /** By one yes. */
    public Allowed(String by, long atMs, @Nullable Json updatedInput, @Nullable String ruleId) {
      this(by, atMs, updatedInput, ruleId, List.of());
    }

    @Override
    public String behavior() {
      return "allow";
    }

    @Override
    public Outcome outcome() {
      return Outcome.ALLOWED;
    }
  }

  /**
   * @param reason the words of the person who denied it; with {@link Denial#RESPONDED} what they
   *     said in the tool's place
   * @param kind what was said in place of a plain no; null for a plain one
   */
  record Denied(String by, long atMs, String reason, @Nullable Denial kind) implements Settled {
    @Override
    public String behavior() {
      return "deny";
    }

    @Override
    public Outcome outcome() {
      return kind == null ? Outcome.DENIED : kind.outcome();
    }
  }

  /**
   * @param applied what the deadline did; null in documents from before it was noted, when an
   *     expired approval always failed its run
   */
  record Expired(long atMs, @Nullable Applied applied) implements Settled {
    @Override
    public String by() {
      return "deadline";
    }

    @Override
    public String behavior() {
      return "expired";
    }

    @Override
    public Outcome outcome() {
      return Outcome.EXPIRED;
    }
  }

  /**
   * It ended before anybody decided.
   *
   * @param cause null in documents from before it was noted
   */
  record Withdrawn(String by, long atMs, @Nullable Withdrawal cause) implements Settled {
    @Override
    public String behavior() {
      return "withdrawn";
    }

    @Override
    public Outcome outcome() {
      return cause == null ? Outcome.WITHDRAWN : cause.outcome();
    }
  }
}
