package dev.holdpoint.core.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * What fits, from the front.
 *
 * @param truncated whether something was left out
 */
public record Packed<T>(List<T> entries, boolean truncated) {

  /** How much a model is given of one kind. */
  public record Bounds(int entries, int characters) {}

  public static <T> Packed<T> of(List<T> ordered, Bounds bounds, ToIntFunction<T> characters) {
    List<T> fitting = new ArrayList<>();
    int used = 0;
    for (T item : ordered) {
      used += characters.applyAsInt(item);
      if (fitting.size() == bounds.entries() || used > bounds.characters()) {
        return new Packed<>(List.copyOf(fitting), true);
      }
      fitting.add(item);
    }
    return new Packed<>(List.copyOf(fitting), false);
  }

  /** The same, when more was there than has been looked at. */
  public Packed<T> orMore(boolean more) {
    return more ? new Packed<>(entries, true) : this;
  }
}
