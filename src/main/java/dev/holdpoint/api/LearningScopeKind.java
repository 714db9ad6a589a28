package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Who shares a learning.")
public enum LearningScopeKind {
  SESSION,
  PERSONA,
  WORKSPACE
}
