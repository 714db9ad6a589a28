package dev.holdpoint.api;

/** Where an approval or a question stands. Withdrawn: its run ended before anybody decided. */
public enum GateStatus {
  PENDING,
  RESOLVED,
  EXPIRED,
  WITHDRAWN
}
