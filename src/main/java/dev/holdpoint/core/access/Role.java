package dev.holdpoint.core.access;

/** What a token is good for. The doors decide which of their endpoints each role reaches. */
public enum Role {
  ADMIN,
  OPERATOR,
  AGENT,
  VIEWER
}
