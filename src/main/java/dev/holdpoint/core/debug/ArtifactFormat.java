package dev.holdpoint.core.debug;

/** How an artifact is to be read, where it was not cut short. */
public enum ArtifactFormat {
  JSON,
  /** A JSON value a line. */
  JSONL,
  TEXT
}
