package dev.holdpoint.engine.run;

/** What the engine has to know of those who carry runs out. */
@FunctionalInterface
public interface Workers {
  /**
   * Whether a run that starts now would find a worker at once. A guess: a wrong one costs only
   * time.
   */
  boolean haveRoom();
}
