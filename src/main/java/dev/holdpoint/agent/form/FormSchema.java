package dev.holdpoint.agent.form;

import dev.holdpoint.agent.schema.PlainPattern;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schema of a form, cut down to what the protocol lets a form have: flat properties of simple
 * types with their bounds. What is left refers to nothing, nests nothing and is cheap to check,
 * whoever wrote it. A bound that cannot be kept to is refused; words that bound nothing are
 * dropped.
 */
public record FormSchema(Json schema, List<Field> fields) {
  /** How many values may be offered; a list of countries has 250. */
  static final int OPTIONS = 500;

  private static final int QUESTIONS = 50;
  private static final int SCHEMA = 256 * 1024;
  private static final int PATTERN = 500;
  private static final Set<String> FORMATS = Set.of("email", "uri", "date", "date-time");
  private static final Set<String> NOT_FLAT =
      Set.of("$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas");

  /**
   * @param options what can be chosen; empty where anything can be written
   */
  public record Field(
      String name,
      String title,
      String description,
      boolean required,
      boolean multiple,
      List<Option> options) {}

  public static FormSchema read(Params schema) throws NotUnderstood {
    if (schema.node().toString().length() > SCHEMA) {
      throw schema.wrong("properties", "is too large for a form that a person fills in");
    }
    if (schema.has("type") && !schema.text("type", Params.ID).equals("object")) {
      throw schema.wrong("type", "must be object");
    }
    for (String word : NOT_FLAT) {
      if (schema.has(word)) {
        throw schema.wrong(word, "is not allowed in the schema of a form");
      }
    }
    Set<String> required = required(schema);
    ObjectNode clean = JsonTree.object().put("type", "object");
    ObjectNode properties = clean.putObject("properties");
    List<Field> fields = new ArrayList<>();
    if (schema.has("properties")) {
      Params given = schema.object("properties");
      if (given.node().size() > QUESTIONS) {
        throw schema.wrong("properties", "must not have more than " + QUESTIONS + " members");
      }
      for (Map.Entry<String, JsonNode> property : given.node().properties()) {
        String name = property.getKey();
        if (name.isBlank() || name.length() > Params.ID) {
          throw schema.wrong("properties", "must have names of 1 to " + Params.ID + " characters");
        }
        fields.add(
            field(name, given.object(name), required.contains(name), properties.putObject(name)));
      }
    }
    ArrayNode wanted = clean.putArray("required");
    for (String name : required) {
      if (!properties.has(name)) {
        throw schema.wrong("required", "contains `" + name + "`, which is not a property");
      }
      wanted.add(name);
    }
    return new FormSchema(JsonTree.write(clean), List.copyOf(fields));
  }

  private static Set<String> required(Params schema) throws NotUnderstood {
    Set<String> names = new LinkedHashSet<>();
    for (JsonNode name : schema.list("required", SCHEMA)) {
      if (!name.isString()) {
        throw schema.wrong("required", "must be a list of names");
      }
      names.add(name.stringValue());
    }
    return names;
  }

  private static Field field(String name, Params property, boolean required, ObjectNode clean)
      throws NotUnderstood {
    for (String word : NOT_FLAT) {
      if (property.has(word) && !word.equals("oneOf")) {
        throw property.wrong(word, "is not allowed in a property of a form");
      }
    }
    String type = property.has("type") ? property.text("type", Params.ID) : "string";
    clean.put("type", type);
    List<Option> options = new ArrayList<>();
    switch (type) {
      case "string" -> {
        options.addAll(FormChoices.of(property, type, clean));
        bounds(property, clean, "minLength", "maxLength");
        pattern(property, clean);
      }
      case "number", "integer" -> {
        options.addAll(FormChoices.of(property, type, clean));
        limit(property, clean, "minimum");
        limit(property, clean, "maximum");
      }
      case "boolean" -> options.addAll(FormChoices.YES_OR_NO);
      case "array" -> {
        Params items = property.object("items");
        ObjectNode item = clean.putObject("items").put("type", "string");
        options.addAll(FormChoices.of(items, "string", item));
        if (options.isEmpty()) {
          throw items.wrong("enum", "must list the choices");
        }
        clean.put("uniqueItems", true);
        bounds(property, clean, "minItems", "maxItems");
      }
      default -> throw property.wrong("type", "must be string, number, integer, boolean or array");
    }
    String title = property.optionalText("title", Params.SHORT);
    String description = property.optionalText("description", Params.LONG);
    describe(clean, "title", title);
    describe(clean, "description", description);
    if (property.has("default")) {
      clean.set("default", property.node().get("default"));
    }
    return new Field(
        name,
        title == null || title.isBlank() ? name : title,
        description == null || description.isBlank() ? "" : description,
        required,
        type.equals("array"),
        List.copyOf(options));
  }

  private static void describe(ObjectNode clean, String word, @Nullable String text) {
    if (text != null) {
      clean.put(word, text);
    }
  }

  private static void bounds(Params property, ObjectNode clean, String... words)
      throws NotUnderstood {
    for (String word : words) {
      if (property.has(word)) {
        JsonNode bound = property.node().get(word);
        if (!bound.canConvertToInt() || !bound.isIntegralNumber() || bound.intValue() < 0) {
          throw property.wrong(word, "must be a whole number and not negative");
        }
        clean.put(word, bound.intValue());
      }
    }
  }

  private static void limit(Params property, ObjectNode clean, String word) throws NotUnderstood {
    if (!property.has(word)) {
      return;
    }
    JsonNode bound = property.node().get(word);
    BigDecimal value = bound.isNumber() ? bound.decimalValue() : null;
    // A number of that size is no bound for anything, and costs a lot to compare.
    if (value == null || value.precision() > 100 || Math.abs((long) value.scale()) > 400) {
      throw property.wrong(word, "must be a number of normal size");
    }
    clean.put(word, value);
  }

  private static void pattern(Params property, ObjectNode clean) throws NotUnderstood {
    String pattern = property.optionalText("pattern", PATTERN);
    if (pattern != null) {
      try {
        PlainPattern.compile(pattern);
      } catch (PatternSyntaxException e) {
        throw property.wrong("pattern", "cannot be checked: " + e.getDescription());
      }
      clean.put("pattern", pattern);
    }
    String format = property.optionalText("format", Params.ID);
    if (format != null && FORMATS.contains(format)) {
      clean.put("format", format);
    }
  }
}
