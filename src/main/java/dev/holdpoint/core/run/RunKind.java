package dev.holdpoint.core.run;

import java.util.Locale;

/** Where a run comes from, or how it was last resumed. */
public enum RunKind {
  INPUT,
  SCHEDULED_INPUT,
  OBSERVATION_MATERIALIZATION,
  SCHEDULED_OBSERVATION_MATERIALIZATION,
  MAILBOX_DELIVERY,
  CHANNEL_DELIVERY,
  PARENT_CLARIFICATION,
  APPROVAL_RESUME,
  USER_QUESTION_RESUME;

  /**
   * Whether the daemon made the run from something durable of its own, so that it may run again
   * from the start.
   */
  public boolean isDaemonOwned() {
    return switch (this) {
      case INPUT, APPROVAL_RESUME, USER_QUESTION_RESUME -> false;
      case SCHEDULED_INPUT,
          OBSERVATION_MATERIALIZATION,
          SCHEDULED_OBSERVATION_MATERIALIZATION,
          MAILBOX_DELIVERY,
          CHANNEL_DELIVERY,
          PARENT_CLARIFICATION ->
          true;
    };
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
