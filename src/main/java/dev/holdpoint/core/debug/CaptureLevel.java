package dev.holdpoint.core.debug;

/** How much is kept. Secrets are taken out at every level. */
public enum CaptureLevel {
  OFF,
  /** What there was, in which order and how long, but none of the words. */
  REDACTED,
  FULL
}
