package dev.holdpoint.api.status;

import dev.holdpoint.api.rule.About;

@About(
    "How an approval or question ended, in the word that all surfaces share: allowed, denied, "
        + "changes_requested, asked_back and responded (a person's decision on an approval), "
        + "answered and declined (on a question), expired (the deadline), withdrawn (the asker "
        + "does not wait any more), cancelled (a person ended it without a decision), superseded "
        + "(a revision took its place).")
public enum GateOutcome {
  ALLOWED,
  DENIED,
  CHANGES_REQUESTED,
  ASKED_BACK,
  RESPONDED,
  ANSWERED,
  DECLINED,
  EXPIRED,
  WITHDRAWN,
  CANCELLED,
  SUPERSEDED
}
