package dev.holdpoint.engine;

/**
 * One change, not yet decided. It may be decided more than once, on newer state, if the transaction
 * it was in fails; so it does nothing but read and write its {@link Change}.
 */
@FunctionalInterface
public interface Work<R> {
  /**
   * Decides.
   *
   * @throws dev.holdpoint.core.problem.Refused to change nothing and tell the caller why
   */
  R decide(Change change);
}
