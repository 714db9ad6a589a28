package dev.holdpoint.api.status;

import dev.holdpoint.api.rule.About;

@About(
    "What a deadline did: the run failed or was cancelled, the agent got a no (deny, decline), "
        + "the questions got their default answers, or the call was allowed.")
public enum AppliedEnding {
  FAIL,
  CANCEL,
  DENY,
  DECLINE,
  DEFAULT,
  ALLOW
}
