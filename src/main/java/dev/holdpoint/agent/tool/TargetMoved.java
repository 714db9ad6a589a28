package dev.holdpoint.agent.tool;

import dev.holdpoint.core.world.MovedWorld;

/** What a call depends on has moved since it was allowed; the call has changed nothing. */
public final class TargetMoved extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient MovedWorld world;

  public TargetMoved(MovedWorld world) {
    // It becomes an outcome, so nobody reads a stack trace.
    super("what the call depends on has moved", null, false, false);
    this.world = world;
  }

  public MovedWorld world() {
    return world;
  }
}
