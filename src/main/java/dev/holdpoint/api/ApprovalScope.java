package dev.holdpoint.api;

/** How far a lasting grant would reach. */
public enum ApprovalScope {
  SESSION,
  PROJECT,
  USER
}
