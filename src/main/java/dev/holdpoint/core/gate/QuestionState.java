package dev.holdpoint.core.gate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a question stands. */
public sealed interface QuestionState extends GateState {
  /**
   * @param partialAnswers to the first of its questions, in their order; the others are still open
   */
  record Pending(@Nullable Long expiresAtMs, List<Answer> partialAnswers) implements QuestionState {
    /** Nothing has been answered yet. */
    public static Pending until(@Nullable Long expiresAtMs) {
      return new Pending(expiresAtMs, List.of());
    }

    /** A deadline belongs to the past: at that very millisecond it is too late. */
    public boolean isOpenAt(long nowMs) {
      return expiresAtMs == null || nowMs < expiresAtMs;
    }
  }

  sealed interface Settled extends QuestionState, GateState.Settled {
    /** What whoever asked is told beside a no; null when nothing was said. */
    default @Nullable String justification() {
      return null;
    }
  }

  @Override
  default Status status() {
    return switch (this) {
      case Pending _ -> Status.PENDING;
      case Answered _, Declined _, Cancelled _ -> Status.RESOLVED;
      case Expired _ -> Status.EXPIRED;
      case Withdrawn _ -> Status.WITHDRAWN;
    };
  }

  record Answered(String by, long atMs, List<Answer> answers) implements Settled {
    @Override
    public String behavior() {
      return "answered";
    }

    @Override
    public Outcome outcome() {
      return Outcome.ANSWERED;
    }
  }

  record Declined(String by, long atMs, @Nullable String justification) implements Settled {
    @Override
    public String behavior() {
      return "declined";
    }

    @Override
    public Outcome outcome() {
      return Outcome.DECLINED;
    }
  }

  record Cancelled(String by, long atMs, @Nullable String justification) implements Settled {
    @Override
    public String behavior() {
      return "cancelled";
    }

    @Override
    public Outcome outcome() {
      return Outcome.CANCELLED;
    }
  }

  /**
   * @param applied what the deadline did; null in documents from before it was noted
   * @param answers those that the questions declare for it; empty unless that was applied
   */
  record Expired(long atMs, @Nullable Applied applied, List<Answer> answers) implements Settled {
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

    @Override
    public String justification() {
      return "nobody answered before the deadline";
    }
  }

  /**
   * It ended before anybody answered.
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

    @Override
    public String justification() {
      return "the question was withdrawn";
    }
  }
}
