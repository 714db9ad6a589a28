package dev.holdpoint.agent.schema;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * The places of an input that its schema does not mark as read only. Several parts of a schema may
 * speak of one place, by references, combinations and conditions: where one of them says so, it is
 * read only, whether its condition holds or not. A place is writable as a whole only where nothing
 * within it can be marked, so that no edit brings in what is read only.
 */
public final class WritablePlaces {
  private static final String PROPERTIES = "properties";
  private static final String PATTERNS = "patternProperties";
  private static final String PREFIX = "prefixItems";

  /** Any other pattern counts as one that every name matches: a foreign one may take for ever. */
  private static final Pattern BEGINNING = Pattern.compile("\\^[A-Za-z0-9_-]+");

  /** Parts of a schema that are looked at for one input; what lies beyond counts as read only. */
  private static final int MOST = 5_000;

  private final SchemaMarks marks;
  private int left = MOST;

  private WritablePlaces(JsonNode root) {
    this.marks = new SchemaMarks(root);
  }

  /**
   * The outermost such places, as JSON pointers; null where all of the input is writable.
   *
   * @param schema somebody else's
   */
  public static @Nullable List<String> of(Json schema, Json input) {
    if (!schema.text().contains("readOnly")) {
      return null;
    }
    JsonNode root = JsonTree.of(schema);
    WritablePlaces places = new WritablePlaces(root);
    return places.at(JsonPointer.empty(), places.parts(List.of(root)), JsonTree.of(input));
  }

  /**
   * @param parts what the schema says of this place
   * @param input what is there
   */
  private @Nullable List<String> at(JsonPointer here, List<JsonNode> parts, JsonNode input) {
    if (left < 0 || parts.stream().anyMatch(marks::isMarked)) {
      return List.of();
    }
    if (parts.stream().noneMatch(marks::isMarkedWithin)) {
      return null;
    }
    List<String> places = new ArrayList<>();
    for (Map.Entry<JsonPointer, Place> inner : inside(here, parts, input).entrySet()) {
      Place place = inner.getValue();
      List<String> open = at(inner.getKey(), parts(place.parts), place.input);
      places.addAll(open == null ? List.of(inner.getKey().toString()) : open);
    }
    return List.copyOf(places);
  }

  private record Place(List<JsonNode> parts, JsonNode input) {}

  private static Map<JsonPointer, Place> inside(
      JsonPointer here, List<JsonNode> parts, JsonNode input) {
    Map<JsonPointer, Place> places = new LinkedHashMap<>();
    for (int i = 0; i < input.size() && input.isArray(); i++) {
      places.put(here.appendIndex(i), new Place(elements(parts, i), input.get(i)));
    }
    if (input.isObject()) {
      Set<String> names = new LinkedHashSet<>(input.propertyNames());
      parts.forEach(part -> names.addAll(part.path(PROPERTIES).propertyNames()));
      for (String name : names) {
        places.put(here.appendProperty(name), new Place(members(parts, name), input.path(name)));
      }
    }
    return places;
  }

  private static List<JsonNode> members(List<JsonNode> parts, String name) {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode part : parts) {
      for (Map.Entry<String, JsonNode> pattern : part.path(PATTERNS).properties()) {
        if (canMatch(pattern.getKey(), name)) {
          found.add(pattern.getValue());
        }
      }
      if (part.path(PROPERTIES).has(name)) {
        found.add(part.path(PROPERTIES).path(name));
      } else {
        found.add(part.path("additionalProperties"));
        found.add(part.path("unevaluatedProperties"));
      }
    }
    return found;
  }

  private static boolean canMatch(String pattern, String name) {
    return !BEGINNING.matcher(pattern).matches() || name.startsWith(pattern.substring(1));
  }

  private static List<JsonNode> elements(List<JsonNode> parts, int index) {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode part : parts) {
      JsonNode items = part.path("items");
      found.add(part.path("contains"));
      if (part.path(PREFIX).has(index)) {
        found.add(part.path(PREFIX).path(index));
      } else if (items.isArray()) {
        found.add(items.has(index) ? items.path(index) : part.path("additionalItems"));
      } else {
        found.add(items);
        found.add(part.path("unevaluatedItems"));
      }
    }
    return found;
  }

  /** With what they refer to and are combined of. */
  private List<JsonNode> parts(List<JsonNode> some) {
    Set<JsonNode> all = Collections.newSetFromMap(new IdentityHashMap<>());
    List<JsonNode> open = new ArrayList<>(some);
    while (!open.isEmpty() && left >= 0) {
      JsonNode part = open.removeLast();
      if (part.isObject() && all.add(part)) {
        left--;
        open.addAll(marks.inPlace(part));
      }
    }
    return List.copyOf(all);
  }
}
