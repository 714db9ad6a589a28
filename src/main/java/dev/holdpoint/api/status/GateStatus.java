package dev.holdpoint.api.status;

import dev.holdpoint.api.rule.About;

@About("The state of an approval or a question. withdrawn: its run ended before a decision.")
public enum GateStatus {
  PENDING,
  RESOLVED,
  EXPIRED,
  WITHDRAWN
}
