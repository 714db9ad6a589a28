package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Whether a link waits to be opened, or a browser is signed in.")
public enum WebSessionState {
  OFFERED,
  OPEN
}
