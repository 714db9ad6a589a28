package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The kind of a search result.")
public enum MemoryKind {
  LEARNING,
  RECOVERED_RUN,
  SKILL
}
