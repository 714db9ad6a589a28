package dev.holdpoint.core.problem;

import dev.holdpoint.core.record.Json;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One refusal, told to one caller: which problem, what to do about it, and where in the request it
 * lies.
 *
 * @param conflictingResourceId what is in the way, where the caller may go on with that instead
 * @param current the request as it is now, for those who decided on something else
 * @param permit what is in the way of a permit, where that is what was refused
 * @param held another decision that is in the way until it takes effect
 * @param retryAfterSeconds when the same may work; 0 where nobody knows
 */
public record Refusal(
    Problem problem,
    String detail,
    List<Fault> faults,
    @Nullable Settlement settlement,
    @Nullable String conflictingResourceId,
    @Nullable Json current,
    @Nullable PermitUse permit,
    @Nullable Held held,
    long retryAfterSeconds) {

  public Refusal(
      Problem problem, String detail, List<Fault> faults, @Nullable Settlement settlement) {
    this(problem, detail, faults, settlement, null, null, null, null, 0);
  }

  /** A place in the request body, as a JSON pointer, and what is wrong there. */
  public record Fault(String pointer, String message) {}

  /**
   * Who decided before, when and how, so that a late click gets a truthful answer.
   *
   * @param outcome how it ended, in the word that all surfaces share
   * @param applied what the deadline did; null where no deadline ended it
   * @param successorId the approval that took its place; null when there is none
   * @param lateAnswer whether what came too late is kept; null where there is nothing to keep
   */
  public record Settlement(
      String by,
      long atMs,
      String behavior,
      String outcome,
      @Nullable String applied,
      @Nullable String successorId,
      @Nullable String lateAnswer) {
    public Settlement(
        String by,
        long atMs,
        String behavior,
        String outcome,
        @Nullable String applied,
        @Nullable String successorId) {
      this(by, atMs, behavior, outcome, applied, successorId, null);
    }

    public Settlement keeping(@Nullable String late) {
      return new Settlement(by, atMs, behavior, outcome, applied, successorId, late);
    }
  }

  /** Another decision that takes effect later, and is in the way until then. */
  public record Held(String by, long atMs, String behavior, long untilMs) {}

  /** Says which decision is in the way. */
  public Refusal held(Held other) {
    return new Refusal(
        problem,
        detail,
        faults,
        settlement,
        conflictingResourceId,
        current,
        permit,
        other,
        retryAfterSeconds);
  }

  /**
   * What keeps a permit from being used.
   *
   * @param voidReason why it is good for nothing; null where it was used
   * @param redeemedAtMs when it was used; null where it is void
   * @param redeemedBy by whom
   * @param successorId the approval that was asked in its place; null where none was
   */
  public record PermitUse(
      @Nullable String voidReason,
      @Nullable Long redeemedAtMs,
      @Nullable String redeemedBy,
      @Nullable String successorId) {}

  public static Refusal of(Problem problem, String detail) {
    return new Refusal(problem, detail, List.of(), null);
  }

  public Refusal at(String pointer, String message) {
    return new Refusal(
        problem,
        detail,
        List.of(new Fault(pointer, message)),
        settlement,
        conflictingResourceId,
        current,
        permit,
        held,
        retryAfterSeconds);
  }

  public Refusal settled(@Nullable Settlement by) {
    return new Refusal(
        problem,
        detail,
        faults,
        by,
        conflictingResourceId,
        current,
        permit,
        held,
        retryAfterSeconds);
  }

  /** The same in other words. */
  public Refusal saying(String words) {
    return new Refusal(
        problem,
        words,
        faults,
        settlement,
        conflictingResourceId,
        current,
        permit,
        held,
        retryAfterSeconds);
  }

  /** Names what is there already. */
  public Refusal inFavourOf(String resourceId) {
    return new Refusal(
        problem, detail, faults, settlement, resourceId, current, permit, held, retryAfterSeconds);
  }

  /** Says what became of the permit. */
  public Refusal of(PermitUse use) {
    return new Refusal(
        problem,
        detail,
        faults,
        settlement,
        conflictingResourceId,
        current,
        use,
        held,
        retryAfterSeconds);
  }

  /** Shows what is asked now. */
  public Refusal showing(Json row) {
    return new Refusal(
        problem,
        detail,
        faults,
        settlement,
        conflictingResourceId,
        row,
        permit,
        held,
        retryAfterSeconds);
  }

  /** The same, with its places named otherwise. */
  public Refusal placed(UnaryOperator<String> pointers) {
    return new Refusal(
        problem,
        detail,
        faults.stream()
            .map(fault -> new Fault(pointers.apply(fault.pointer), fault.message))
            .toList(),
        settlement,
        conflictingResourceId,
        current,
        permit,
        held,
        retryAfterSeconds);
  }

  public Refusal after(long seconds) {
    return new Refusal(
        problem, detail, faults, settlement, conflictingResourceId, current, permit, held, seconds);
  }

  /** A full disk or a lost database passes: the same, done later, may work. */
  public boolean isPassing() {
    return problem.kind() == Kind.STORAGE_FULL || problem.kind() == Kind.UNAVAILABLE;
  }

  public Refused asException() {
    return new Refused(this);
  }
}
