package dev.holdpoint.agent.tool.input;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The members of one JSON object, read strictly: a wrong type is said, never converted. A member
 * that is null counts as left out.
 *
 * @param where how error texts call this object, such as {@code questions[0].}; empty for the input
 */
public record InputFields(JsonNode object, String where) {
  /** Makes something of an input and gives up on the first member that is wrong. */
  interface Reading<T> {
    T from(InputFields fields) throws CannotDo;
  }

  static <T> Parsed<T> parse(Json input, Reading<T> reading) {
    try {
      return new Parsed.Good<>(reading.from(of(input)));
    } catch (CannotDo e) {
      return new Parsed.Bad<>(String.valueOf(e.getMessage()));
    }
  }

  public static InputFields of(Json input) throws CannotDo {
    try {
      return of(JsonTree.read(input.text()), "");
    } catch (NotJson e) {
      throw new CannotDo("The input is not valid JSON: " + e.getMessage() + ".");
    }
  }

  private static InputFields of(JsonNode node, String where) throws CannotDo {
    if (!node.isObject()) {
      throw new CannotDo(
          (where.isEmpty() ? "The input" : where.substring(0, where.length() - 1))
              + " must be a JSON object.");
    }
    return new InputFields(node, where);
  }

  /** A misspelt member must not silently do nothing. */
  public InputFields only(Set<String> known) throws CannotDo {
    for (String name : object.propertyNames()) {
      if (!known.contains(name)) {
        throw new CannotDo(
            "Unknown member `" + where + name + "`; the members are " + String.join(", ", known));
      }
    }
    return this;
  }

  public String text(String name, int maxLength) throws CannotDo {
    String text = optionalText(name, maxLength);
    if (text == null) {
      throw new CannotDo("`" + where + name + "` is required: give a string.");
    }
    return text;
  }

  public String nonBlank(String name, int maxLength) throws CannotDo {
    String text = text(name, maxLength);
    if (text.isBlank()) {
      throw new CannotDo("`" + where + name + "` must not be blank.");
    }
    return text;
  }

  @Nullable
  public String optionalText(String name, int maxLength) throws CannotDo {
    JsonNode node = member(name);
    return node == null ? null : string(node, where + name, maxLength);
  }

  private static String string(JsonNode node, String path, int maxLength) throws CannotDo {
    if (!node.isString()) {
      throw new CannotDo("`" + path + "` must be a string.");
    }
    String text = node.stringValue();
    if (text.length() > maxLength) {
      throw new CannotDo(
          "`%s` has %d characters; at most %d are allowed."
              .formatted(path, text.length(), maxLength));
    }
    return text;
  }

  @Nullable
  public Long optionalLong(String name, long min, long max) throws CannotDo {
    JsonNode node = member(name);
    if (node == null) {
      return null;
    }
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw new CannotDo("`" + where + name + "` must be a whole number.");
    }
    long value = node.longValue();
    if (value < min || value > max) {
      throw new CannotDo(
          "`%s%s` must be from %d to %d, not %d.".formatted(where, name, min, max, value));
    }
    return value;
  }

  /** One of the words that are known; null where it is left out. */
  <T> @Nullable T word(String name, List<T> known, Function<T, String> wire) throws CannotDo {
    String text = optionalText(name, Integer.MAX_VALUE);
    if (text == null) {
      return null;
    }
    return known.stream()
        .filter(one -> wire.apply(one).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new CannotDo(
                    "`%s%s` must be one of %s."
                        .formatted(
                            where, name, String.join(", ", known.stream().map(wire).toList()))));
  }

  boolean flag(String name) throws CannotDo {
    JsonNode node = member(name);
    if (node != null && !node.isBoolean()) {
      throw new CannotDo("`" + where + name + "` must be true or false.");
    }
    return node != null && node.booleanValue();
  }

  List<String> texts(String name, int maxItems, int maxLength) throws CannotDo {
    List<String> texts = new ArrayList<>();
    for (JsonNode item : items(name, maxItems)) {
      texts.add(string(item, where + name + "[" + texts.size() + "]", maxLength));
    }
    return texts;
  }

  List<InputFields> objects(String name, int maxItems) throws CannotDo {
    List<InputFields> objects = new ArrayList<>();
    for (JsonNode item : items(name, maxItems)) {
      objects.add(of(item, where + name + "[" + objects.size() + "]."));
    }
    return objects;
  }

  /** The items of an array, or none when it is left out. */
  List<JsonNode> items(String name, int maxItems) throws CannotDo {
    JsonNode node = member(name);
    if (node == null) {
      return List.of();
    }
    if (!node.isArray()) {
      throw new CannotDo("`" + where + name + "` must be an array.");
    }
    if (node.size() > maxItems) {
      throw new CannotDo(
          "`%s%s` has %d items; at most %d are allowed."
              .formatted(where, name, node.size(), maxItems));
    }
    return List.copyOf(node.values());
  }

  public InputFields object(String name) throws CannotDo {
    JsonNode node = member(name);
    if (node == null) {
      throw new CannotDo("`" + where + name + "` is required: give an object.");
    }
    return of(node, where + name + ".");
  }

  private @Nullable JsonNode member(String name) {
    JsonNode node = object.get(name);
    return node == null || node.isNull() ? null : node;
  }
}
