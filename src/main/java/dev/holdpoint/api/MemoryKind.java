package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("What a search of the memory has found.")
public enum MemoryKind {
  LEARNING,
  RECOVERED_RUN,
  SKILL
}
