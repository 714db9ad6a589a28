package dev.holdpoint.core.run;

import dev.holdpoint.core.gate.GateKind;
import java.util.Locale;

/** The name of a run's state. Stored as its number: append only. */
public enum RunStatus {
  QUEUED,
  RUNNING,
  WAITING_FOR_APPROVAL,
  WAITING_FOR_USER_QUESTION,
  COMPLETED,
  FAILED,
  INTERRUPTED,
  CANCELLED;

  public boolean isSettled() {
    return compareTo(COMPLETED) >= 0;
  }

  public boolean isWaiting() {
    return this == WAITING_FOR_APPROVAL || this == WAITING_FOR_USER_QUESTION;
  }

  /** The status of a run that waits for gates of this kind. */
  public static RunStatus waitingFor(GateKind kind) {
    return switch (kind) {
      case APPROVAL -> WAITING_FOR_APPROVAL;
      case QUESTION -> WAITING_FOR_USER_QUESTION;
    };
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
