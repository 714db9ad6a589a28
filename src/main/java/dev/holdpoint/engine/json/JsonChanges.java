package dev.holdpoint.engine.json;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** Where two JSON documents differ. */
public final class JsonChanges {
  /** A number is the same however it is written: a browser writes 1 for 1.0. */
  private static final Comparator<JsonNode> BY_VALUE =
      (one, other) -> {
        if (one.isNumber() && other.isNumber()) {
          return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.equals(other) ? 0 : 1;
      };

  private JsonChanges() {}

  /**
   * The places at which something was changed, added or removed, in the order of the document. Of
   * lists of different lengths the list itself is the place: what moved within it nobody can say.
   */
  public static List<JsonPointer> between(JsonNode before, JsonNode after) {
    List<JsonPointer> places = new ArrayList<>();
    collect(JsonPointer.empty(), before, after, places);
    return places;
  }

  private static void collect(
      JsonPointer at, JsonNode before, JsonNode after, List<JsonPointer> places) {
    if (before.equals(BY_VALUE, after)) {
      return;
    }
    if (before.isObject() && after.isObject()) {
      Set<String> names = new LinkedHashSet<>(before.propertyNames());
      names.addAll(after.propertyNames());
      for (String name : names) {
        collect(at.appendProperty(name), before.path(name), after.path(name), places);
      }
    } else if (before.isArray() && after.isArray() && before.size() == after.size()) {
      for (int i = 0; i < before.size(); i++) {
        collect(at.appendIndex(i), before.get(i), after.get(i), places);
      }
    } else {
      places.add(at);
    }
  }
}
