package dev.holdpoint.api.status;

import dev.holdpoint.api.rule.About;

@About("How a run was started or resumed.")
public enum RunKind {
  INPUT,
  SCHEDULED_INPUT,
  OBSERVATION_MATERIALIZATION,
  SCHEDULED_OBSERVATION_MATERIALIZATION,
  MAILBOX_DELIVERY,
  CHANNEL_DELIVERY,
  PARENT_CLARIFICATION,
  APPROVAL_RESUME,
  USER_QUESTION_RESUME
}
