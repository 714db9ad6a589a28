package dev.holdpoint.api.status;

import dev.holdpoint.api.rule.About;

@About(
    "What a deadline did: the run failed, was cancelled or was interrupted, the agent got a no (deny, decline), "
        + "the questions got their default answers, or the call was allowed.")
public enum AppliedEnding {
  FAIL,
  CANCEL,
  INTERRUPT,
  DENY,
  DECLINE,
  DEFAULT,
  ALLOW
}
