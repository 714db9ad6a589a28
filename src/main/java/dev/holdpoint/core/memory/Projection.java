package dev.holdpoint.core.memory;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What of the memory goes into a prompt by itself, and in which order. A run and whoever previews
 * it call the same functions, so the preview shows what the run gets.
 */
public final class Projection {
  public static final Packed.Bounds LEARNED = new Packed.Bounds(24, 12_000);
  public static final Packed.Bounds RECOVERED = new Packed.Bounds(8, 12_000);

  private static final Comparator<Learning> NEWEST_LEARNING =
      Comparator.comparingLong(Learning::publishedAtMs).reversed().thenComparing(Learning::id);
  private static final Comparator<RunMemory> NEWEST_RUN =
      Comparator.comparingLong(RunMemory::recordedAtMs).reversed().thenComparing(RunMemory::runId);

  private Projection() {}

  /**
   * Learnings for a prompt: where the query speaks of any, only those, best first; else all, those
   * of the narrower scope first and of one scope the newest.
   */
  public static Packed<Scored<Learning>> learned(List<Learning> learnings, Set<String> query) {
    List<Scored<Learning>> eligible =
        learnings.stream()
            .filter(Eligibility::isEligible)
            .map(l -> new Scored<>(l, Match.of(query, Fields.of(l)).score()))
            .toList();
    List<Scored<Learning>> scoring =
        eligible.stream()
            .filter(scored -> scored.score() > 0)
            .sorted(bestFirst(NEWEST_LEARNING))
            .toList();
    List<Scored<Learning>> chosen =
        scoring.isEmpty()
            ? eligible.stream()
                .sorted(
                    Comparator.comparing(
                        Scored::item,
                        Comparator.<Learning, LearningScope.Kind>comparing(l -> l.scope().kind())
                            .thenComparing(NEWEST_LEARNING)))
                .toList()
            : scoring;
    return Packed.of(chosen, LEARNED, scored -> scored.item().content().length());
  }

  /**
   * What earlier runs left: the query puts them into order and drops none, for a run that shares no
   * word with it may still be the one just before.
   */
  public static Packed<Scored<RunMemory>> recovered(List<RunMemory> memories, Set<String> query) {
    List<Scored<RunMemory>> ordered =
        memories.stream()
            .map(m -> new Scored<>(m, Match.of(query, Fields.of(m)).score()))
            .sorted(bestFirst(NEWEST_RUN))
            .toList();
    return Packed.of(ordered, RECOVERED, scored -> scored.item().length());
  }

  private static <T> Comparator<Scored<T>> bestFirst(Comparator<T> then) {
    return Comparator.<Scored<T>>comparingInt(Scored::score)
        .reversed()
        .thenComparing(Scored::item, then);
  }
}
