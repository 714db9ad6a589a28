package dev.holdpoint.agent.loop;

import java.util.HashSet;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/** What of the work of all nodes is this one's. */
public final class NodeShare {
  private volatile boolean taking = true;
  private volatile Supplier<Set<Long>> bound = Set::of;
  private volatile LongPredicate isBound = _ -> false;
  private volatile Set<Long> away = Set.of();

  /**
   * @param runs with which no other node can go on: their agents are here
   */
  public void keep(Supplier<Set<Long>> runs, LongPredicate has) {
    bound = runs;
    isBound = has;
  }

  /** Whether it takes on what others could do as well. */
  boolean isTaking() {
    return taking;
  }

  void take(boolean on) {
    taking = on;
  }

  /** Other nodes go on with these runs, of which the next rows tell. */
  void givenAway(Set<Long> runKeys) {
    away = Set.copyOf(runKeys);
  }

  boolean isBound(long runKey) {
    return isBound.test(runKey);
  }

  boolean has(long runKey) {
    return !away.contains(runKey) && (taking || isBound(runKey));
  }

  /** These, and those that nobody else can have. */
  Set<Long> with(Set<Long> runKeys) {
    Set<Long> all = new HashSet<>(runKeys);
    all.addAll(bound.get());
    return all;
  }
}
