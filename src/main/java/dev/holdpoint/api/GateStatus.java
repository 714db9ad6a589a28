package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Where an approval or a question stands. Withdrawn: its run ended before anybody decided.")
public enum GateStatus {
  PENDING,
  RESOLVED,
  EXPIRED,
  WITHDRAWN
}
