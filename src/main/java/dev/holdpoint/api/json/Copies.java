package dev.holdpoint.api.json;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Keeps the records immutable, and reads a list that was not sent as an empty one. */
public final class Copies {
  public static <T> List<T> of(@Nullable List<T> list) {
    return list == null ? List.of() : List.copyOf(list);
  }

  public static <V> Map<String, V> of(@Nullable Map<String, V> map) {
    return map == null ? Map.of() : Map.copyOf(map);
  }

  /** For a list that is left out, rather than empty, when it is unset. */
  public static <T> @Nullable List<T> orNull(@Nullable List<T> list) {
    return list == null ? null : List.copyOf(list);
  }

  /** A free-form member that was sent as null counts as not sent. */
  static @Nullable public JsonNode orNull(@Nullable JsonNode node) {
    return node == null || node.isNull() ? null : node;
  }

  private Copies() {}
}
