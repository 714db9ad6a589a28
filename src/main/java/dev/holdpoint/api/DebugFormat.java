package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("How the text of a debug artifact is to be read.")
public enum DebugFormat {
  JSON,
  JSONL,
  TEXT
}
