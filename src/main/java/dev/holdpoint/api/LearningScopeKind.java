package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Who shares something that was learned.")
public enum LearningScopeKind {
  SESSION,
  PERSONA,
  WORKSPACE
}
