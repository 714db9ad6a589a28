package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About(
    "What a learning is. Procedures and run summaries are found by a search and never told to a model by themselves.")
public enum LearningKind {
  FACT,
  PREFERENCE,
  DECISION,
  PROCEDURE,
  RUN_SUMMARY
}
