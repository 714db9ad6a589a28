package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A retiring key is good until its not_after, a revoked one for nothing.")
public enum KeyState {
  ACTIVE,
  RETIRING,
  REVOKED
}
