package dev.holdpoint.agent.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Which parts of a schema mark their place as read only, and which of them lead to one that does. A
 * part with a mark under a keyword that is not followed, and one with a reference to what is not in
 * the schema, count as marked.
 */
final class SchemaMarks {
  private static final String MARK = "readOnly";

  /** They speak of the place of the schema that has them. */
  private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");

  private static final Set<String> IN_PLACE =
      Set.of("allOf", "anyOf", "oneOf", "if", "then", "else");
  private static final Set<String> IN_PLACE_BY_NAME = Set.of("dependentSchemas", "dependencies");

  /** They speak of places within. */
  private static final Set<String> WITHIN =
      Set.of(
          "additionalProperties",
          "unevaluatedProperties",
          "items",
          "prefixItems",
          "additionalItems",
          "unevaluatedItems",
          "contains");

  private static final Set<String> WITHIN_BY_NAME = Set.of("properties", "patternProperties");

  /** They hold values, or schemas that count where something refers to them. */
  private static final Set<String> SILENT =
      Set.of("default", "examples", "example", "enum", "const", "$defs", "definitions");

  /** Steps from part to part; a schema with more counts as read only altogether. */
  private static final int MOST = 100_000;

  private final List<JsonNode> resources = new ArrayList<>();
  private final Map<String, List<JsonNode>> anchors = new HashMap<>();
  private final IdentityHashMap<JsonNode, Steps> parts = new IdentityHashMap<>();
  private final Set<JsonNode> leading = Collections.newSetFromMap(new IdentityHashMap<>());
  private int left = MOST;

  /** From one part to others. */
  private static final class Steps {
    final List<JsonNode> followed = new ArrayList<>();

    /** By keywords that are not followed. */
    final List<JsonNode> others = new ArrayList<>();

    final List<JsonNode> from = new ArrayList<>();
    boolean marked;
  }

  SchemaMarks(JsonNode root) {
    resources.add(root);
    name(root);
    List<JsonNode> open = new ArrayList<>(List.of(root));
    while (!open.isEmpty() && left >= 0) {
      JsonNode part = open.removeLast();
      if (part.isObject() && !parts.containsKey(part)) {
        Steps steps = steps(part);
        parts.put(part, steps);
        open.addAll(steps.followed);
        open.addAll(steps.others);
      }
    }
    lead();
  }

  /** Whether its place is read only. */
  boolean isMarked(JsonNode part) {
    Steps steps = parts.get(part);
    return left < 0
        || (steps != null && (steps.marked || steps.others.stream().anyMatch(leading::contains)));
  }

  /** Whether its place is, or one within it can be. */
  boolean isMarkedWithin(JsonNode part) {
    return left < 0 || leading.contains(part);
  }

  /** What else says something of the place of this part. */
  List<JsonNode> inPlace(JsonNode part) {
    List<JsonNode> found = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : part.properties()) {
      String word = member.getKey();
      if (REFERENCES.contains(word)) {
        found.addAll(targets(member.getValue().asString("")));
      } else if (IN_PLACE.contains(word)) {
        found.addAll(schemas(member.getValue()));
      } else if (IN_PLACE_BY_NAME.contains(word)) {
        member.getValue().forEach(found::add);
      }
    }
    return found;
  }

  private static List<JsonNode> schemas(JsonNode oneOrMore) {
    return oneOrMore.isArray() ? List.copyOf(oneOrMore.values()) : List.of(oneOrMore);
  }

  /** Finds what has a name, and what references start from. */
  @SuppressWarnings("ReferenceEquality") // the very part, not one that says the same
  private void name(JsonNode root) {
    List<JsonNode> open = new ArrayList<>(List.of(root));
    while (!open.isEmpty()) {
      JsonNode one = open.removeLast();
      one.forEach(open::add);
      for (String word : List.of("$anchor", "$dynamicAnchor", "$id")) {
        String name = one.path(word).asString("");
        boolean isPlace = word.equals("$id") && !name.startsWith("#");
        if (isPlace && !name.isEmpty() && one != root) {
          resources.add(one);
        } else if (!isPlace && !name.isEmpty()) {
          String anchor = word.equals("$id") ? name.substring(1) : name;
          anchors.computeIfAbsent(anchor, _ -> new ArrayList<>()).add(one);
        }
      }
    }
  }

  private Steps steps(JsonNode part) {
    Steps steps = new Steps();
    for (Map.Entry<String, JsonNode> member : part.properties()) {
      String word = member.getKey();
      JsonNode value = member.getValue();
      if (REFERENCES.contains(word) && value.isString()) {
        steps.marked |= !refer(value, steps.followed);
      } else if (IN_PLACE.contains(word) || WITHIN.contains(word)) {
        steps.followed.addAll(schemas(value));
      } else if (IN_PLACE_BY_NAME.contains(word) || WITHIN_BY_NAME.contains(word)) {
        value.forEach(steps.followed::add);
      } else if (word.equals(MARK)) {
        steps.marked |= value.asBoolean(false);
      } else if (!SILENT.contains(word)) {
        lookInto(value, steps);
      }
    }
    left -= 1 + steps.followed.size() + steps.others.size();
    return steps;
  }

  private void lookInto(JsonNode unknown, Steps steps) {
    List<JsonNode> open = new ArrayList<>(List.of(unknown));
    while (!open.isEmpty() && left >= 0) {
      left--;
      JsonNode one = open.removeLast();
      one.forEach(open::add);
      steps.marked |= one.path(MARK).asBoolean(false);
      for (String word : REFERENCES) {
        if (one.path(word).isString()) {
          steps.marked |= !refer(one.path(word), steps.others);
        }
      }
    }
  }

  private boolean refer(JsonNode reference, List<JsonNode> to) {
    List<JsonNode> targets = targets(reference.asString(""));
    left -= targets.size() + resources.size();
    return to.addAll(targets);
  }

  /**
   * All that a reference can mean, as several parts may have one name; nothing is fetched. What is
   * percent-encoded has two readings.
   */
  private List<JsonNode> targets(String reference) {
    if (!reference.startsWith("#") || left < 0) {
      return List.of();
    }
    List<JsonNode> found = new ArrayList<>();
    String plain = reference.substring(1);
    for (String fragment : Stream.of(plain, decoded(plain)).distinct().toList()) {
      if (!fragment.isEmpty() && !fragment.startsWith("/")) {
        found.addAll(anchors.getOrDefault(fragment, List.of()));
        continue;
      }
      for (JsonNode resource : resources) {
        JsonNode target = resource.at(fragment);
        if (!target.isMissingNode()) {
          found.add(target);
        }
      }
    }
    return found;
  }

  private static String decoded(String fragment) {
    try {
      return URLDecoder.decode(fragment.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      return fragment;
    }
  }

  /** Goes back from the marks. */
  private void lead() {
    List<JsonNode> open = new ArrayList<>();
    parts.forEach(
        (part, steps) -> {
          for (List<JsonNode> some : List.of(steps.followed, steps.others)) {
            for (JsonNode next : some) {
              Steps entered = parts.get(next);
              if (entered != null) {
                entered.from.add(part);
              }
            }
          }
          if (steps.marked) {
            open.add(part);
          }
        });
    while (!open.isEmpty()) {
      JsonNode part = open.removeLast();
      Steps steps = parts.get(part);
      if (steps != null && leading.add(part)) {
        open.addAll(steps.from);
      }
    }
  }
}
