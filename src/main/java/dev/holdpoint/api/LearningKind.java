package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About(
    "The kind of a learning. Procedures and run summaries are found by a "
        + "search but never sent to a model automatically.")
public enum LearningKind {
  FACT,
  PREFERENCE,
  DECISION,
  PROCEDURE,
  RUN_SUMMARY
}
