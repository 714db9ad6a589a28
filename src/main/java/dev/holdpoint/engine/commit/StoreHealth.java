package dev.holdpoint.engine.commit;

/** How the last commit went, for whoever asks how the daemon is. */
public enum StoreHealth {
  WELL,
  /** There was no room. */
  FULL,
  /** The database refused, was lost, or did not answer. */
  UNAVAILABLE
}
