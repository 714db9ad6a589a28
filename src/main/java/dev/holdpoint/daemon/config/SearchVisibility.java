package dev.holdpoint.daemon.config;

/** Whose ended runs a session finds when it searches its memory. */
public enum SearchVisibility {
  SESSION,
  LEARNING_SCOPES
}
