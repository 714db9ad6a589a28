package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The format of a debug artifact.")
public enum DebugFormat {
  JSON,
  JSONL,
  TEXT
}
