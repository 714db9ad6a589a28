package dev.holdpoint.engine.commit;

import dev.holdpoint.engine.port.store.Writes;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a change says about who has which run. */
public final class LeaseChanges {
  private final Set<Long> held = new LinkedHashSet<>();
  private final Set<Long> givenAway = new LinkedHashSet<>();
  private final Map<Long, Long> released = new LinkedHashMap<>();
  private final Map<Long, Boolean> draining = new LinkedHashMap<>();

  /**
   * Commits only if this node has the run then: what another has taken over is not ours to go on
   * with.
   */
  public void hold(long runKey) {
    held.add(runKey);
  }

  /**
   * The run belongs to nobody from now on, or to whoever goes on with it by this change; unless
   * another node has it than this one.
   */
  public void release(long runKey, long from) {
    released.put(runKey, from);
  }

  /** The node of this epoch hands its work over and takes none, or takes some again. */
  public void drain(long epoch, boolean on) {
    draining.put(epoch, on);
  }

  /** Who goes on with a run that nobody has. */
  void inherits(long runKey, long heir, long own) {
    if (heir != 0 && heir != own) {
      givenAway.add(runKey);
    } else {
      givenAway.remove(runKey);
    }
  }

  /** Runs that other nodes go on with. */
  Set<Long> givenAway() {
    return givenAway;
  }

  boolean holds(long runKey) {
    return held.contains(runKey);
  }

  boolean isEmpty() {
    return released.isEmpty();
  }

  void add(LeaseChanges more) {
    held.addAll(more.held);
    released.putAll(more.released);
    draining.putAll(more.draining);
  }

  /**
   * @param epoch of this node; 0 where there are no others, and so nothing to say
   */
  Writes.Leases writes(long epoch) {
    return epoch == 0
        ? Writes.Leases.NONE
        : new Writes.Leases(epoch, List.copyOf(held), Map.copyOf(released), Map.copyOf(draining));
  }
}
