package dev.holdpoint.agent.schema;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * The places of an input that its schema does not mark as read only. Several parts of a schema may
 * speak of one place, by references and combinations: where one of them says so, it is read only.
 */
public final class WritablePlaces {
  private static final String MARK = "readOnly";
  private static final List<String> COMBINED = List.of("allOf", "anyOf", "oneOf");

  /** Parts of a schema that are looked at for one input; what lies beyond counts as read only. */
  private static final int MOST = 5_000;

  private final JsonNode root;
  private int left = MOST;

  private WritablePlaces(JsonNode root) {
    this.root = root;
  }

  /**
   * The outermost such places, as JSON pointers; null where all of the input is writable.
   *
   * @param schema somebody else's
   */
  public static @Nullable List<String> of(Json schema, Json input) {
    if (!schema.text().contains(MARK)) {
      return null;
    }
    WritablePlaces places = new WritablePlaces(JsonTree.of(schema));
    return places.at(JsonPointer.empty(), places.parts(List.of(places.root)), JsonTree.of(input));
  }

  /**
   * @param parts what the schema says of this place
   * @param input what is there
   */
  private @Nullable List<String> at(JsonPointer here, List<JsonNode> parts, JsonNode input) {
    if (parts.isEmpty()) {
      return null;
    }
    if (left < 0 || parts.stream().anyMatch(part -> part.path(MARK).asBoolean(false))) {
      return List.of();
    }
    if (!input.isObject() && !input.isArray()) {
      // What is not there cannot be added in part.
      return input.isMissingNode() && isMarkedWithin(parts) ? List.of() : null;
    }
    if (input.isArray() && input.isEmpty()) {
      return isMarkedWithin(parts) ? List.of() : null;
    }
    List<String> places = new ArrayList<>();
    boolean all = true;
    for (Map.Entry<JsonPointer, Place> inner : inside(here, parts, input).entrySet()) {
      Place place = inner.getValue();
      List<String> open = at(inner.getKey(), place.parts, place.input);
      all &= open == null;
      places.addAll(open == null ? List.of(inner.getKey().toString()) : open);
    }
    return all ? null : List.copyOf(places);
  }

  private record Place(List<JsonNode> parts, JsonNode input) {}

  private Map<JsonPointer, Place> inside(JsonPointer here, List<JsonNode> parts, JsonNode input) {
    Map<JsonPointer, Place> places = new LinkedHashMap<>();
    for (int i = 0; i < input.size() && input.isArray(); i++) {
      places.put(here.appendIndex(i), new Place(elements(parts, i), input.get(i)));
    }
    if (input.isObject()) {
      Set<String> names = new LinkedHashSet<>(input.propertyNames());
      parts.forEach(part -> names.addAll(part.path("properties").propertyNames()));
      for (String name : names) {
        places.put(here.appendProperty(name), new Place(members(parts, name), input.path(name)));
      }
    }
    return places;
  }

  private List<JsonNode> members(List<JsonNode> parts, String name) {
    return parts(
        parts.stream()
            .map(
                part ->
                    part.path("properties").has(name)
                        ? part.path("properties").path(name)
                        : part.path("additionalProperties"))
            .toList());
  }

  private List<JsonNode> elements(List<JsonNode> parts, int index) {
    return parts(
        parts.stream()
            .map(
                part ->
                    part.path("prefixItems").has(index)
                        ? part.path("prefixItems").path(index)
                        : part.path("items"))
            .toList());
  }

  /** With what they refer to and are combined of. */
  private List<JsonNode> parts(List<JsonNode> some) {
    List<JsonNode> all = new ArrayList<>();
    List<JsonNode> open = new ArrayList<>(some);
    while (!open.isEmpty() && left >= 0) {
      JsonNode part = open.removeLast();
      if (!part.isObject()) {
        continue;
      }
      left--;
      all.add(part);
      String reference = part.path("$ref").asString("");
      if (isHere(reference)) {
        open.add(root.at(reference.substring(1)));
      }
      COMBINED.forEach(word -> part.path(word).forEach(open::add));
    }
    return all;
  }

  private boolean isMarkedWithin(List<JsonNode> parts) {
    Set<String> followed = new HashSet<>();
    List<JsonNode> open = new ArrayList<>(parts);
    while (!open.isEmpty() && left >= 0) {
      left--;
      JsonNode part = open.removeLast();
      if (part.path(MARK).asBoolean(false)) {
        return true;
      }
      part.forEach(open::add);
      String reference = part.path("$ref").asString("");
      if (isHere(reference) && followed.add(reference)) {
        open.add(root.at(reference.substring(1)));
      }
    }
    return left < 0;
  }

  /** Nothing is fetched, and what has a name alone is not looked for. */
  private static boolean isHere(String reference) {
    return reference.equals("#") || reference.startsWith("#/");
  }
}
