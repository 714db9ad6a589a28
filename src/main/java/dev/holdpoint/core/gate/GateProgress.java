package dev.holdpoint.core.gate;

/**
 * How far a pending gate has come on the way that its policy lays out. A gate without it is in its
 * first stage since it was raised, and its deadline, if it has one, is the asker's own.
 *
 * @param stage the last stage that has opened, from 1; those before it are open too
 * @param openedAtMs when the commit opened it
 * @param extensions how often the policy has extended the deadline
 * @param movable whether the deadline is the policy's or the tenant's, so that it may move
 */
public record GateProgress(int stage, long openedAtMs, int extensions, boolean movable) {
  /** Of a gate that is raised now, with a deadline that its asker did not set. */
  public static GateProgress first(long nowMs) {
    return new GateProgress(1, nowMs, 0, true);
  }

  public GateProgress opened(int next, long nowMs) {
    return new GateProgress(next, nowMs, extensions, movable);
  }

  public GateProgress extended() {
    return new GateProgress(stage, openedAtMs, extensions + 1, movable);
  }
}
