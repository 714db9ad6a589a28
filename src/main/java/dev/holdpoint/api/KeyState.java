package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A retiring key is valid until its not_after; a revoked key is not valid.")
public enum KeyState {
  ACTIVE,
  RETIRING,
  REVOKED
}
