package dev.holdpoint.core.access;

/** Which sessions a token of role agent reaches. */
public enum SessionAccess {
  /** Those that it made, those that were shared with it, and their children. */
  OWN,
  /** Every session of its tenant. */
  ALL
}
