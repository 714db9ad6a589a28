package dev.holdpoint.core.world;

import java.util.List;

/**
 * What of the world an approval depends on.
 *
 * @param changes what had moved when the approval before was to be carried out
 * @param times how often this very call was asked about, this time included
 */
public record WorldTerms(List<Precondition> preconditions, List<WorldChange> changes, int times) {
  /** How often one call is asked about before the target counts as one that keeps changing. */
  public static final int MOST_TIMES = 10;

  public WorldTerms {
    preconditions = List.copyOf(preconditions);
    changes = List.copyOf(changes);
  }

  /** Of a call that is asked about for the first time. */
  public static WorldTerms of(List<Precondition> preconditions) {
    return new WorldTerms(preconditions, List.of(), 1);
  }

  /** As its asker lists them: some have to be fetched before anybody is asked. */
  public static WorldTerms listed(List<Precondition> preconditions) {
    return new WorldTerms(preconditions, List.of(), 0);
  }

  /** Whether nobody has looked at them yet. */
  public boolean isListed() {
    return times == 0;
  }

  /** Of the same call, asked once more although nothing has moved. */
  public WorldTerms unmoved() {
    return new WorldTerms(preconditions, List.of(), times);
  }

  /** Of the same call, asked anew. */
  public WorldTerms anew(List<Precondition> now, List<WorldChange> moved) {
    return new WorldTerms(now, moved, times + 1);
  }

  public boolean isLast() {
    return times >= MOST_TIMES;
  }
}
