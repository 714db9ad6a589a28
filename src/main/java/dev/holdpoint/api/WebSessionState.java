package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Whether a link was not opened yet, or a browser is signed in.")
public enum WebSessionState {
  OFFERED,
  OPEN
}
