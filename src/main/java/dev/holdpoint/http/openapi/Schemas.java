package dev.holdpoint.http.openapi;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.DeprecatedMember;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Tolerant;
import dev.holdpoint.api.rule.Words;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON Schemas of the wire records, each written once and referred to by name. What a caller sends
 * must have what is marked as required; what the daemon sends has every member but those that it
 * leaves out when unset.
 */
final class Schemas {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Map<String, ObjectNode> written = new TreeMap<>();
  private final Set<Class<?>> sent;
  private final Set<Class<?>> closed;
  private final String home;

  /**
   * @param bodies the records that callers send
   */
  Schemas(Set<Class<?>> bodies) {
    this(bodies, "#/components/schemas/");
  }

  /**
   * @param home where the schemas stand in their document
   */
  Schemas(Set<Class<?>> bodies, String home) {
    this.sent = ReachableTypes.from(bodies);
    this.closed =
        ReachableTypes.from(
            bodies.stream()
                .filter(body -> !body.isAnnotationPresent(Tolerant.class))
                .collect(Collectors.toSet()));
    this.home = home;
  }

  Map<String, ObjectNode> written() {
    return written;
  }

  /** A reference to the type's schema, which is written on first use. */
  ObjectNode reference(Class<?> type) {
    String name = name(type);
    if (!written.containsKey(name)) {
      ObjectNode schema = JSON.objectNode();
      // Put before it is filled, so that a type may hold itself.
      written.put(name, schema);
      describe(schema, type);
      if (type == JsonNode.class) {
        schema.put("description", "Any JSON value.");
      } else if (type.isEnum()) {
        enumeration(schema, type);
      } else if (type.isSealed()) {
        variants(schema, type);
      } else {
        members(schema, type);
      }
    }
    return JSON.objectNode().put("$ref", home + name);
  }

  /** The reference to a page of such rows. */
  ObjectNode page(Class<?> row, Class<?> pagination) {
    String name = name(row) + "Page";
    ObjectNode items = JSON.objectNode().put("type", "array");
    items.set("items", reference(row));
    ObjectNode schema = JSON.objectNode().put("type", "object");
    schema.put("description", "A page of " + name(row) + " rows.");
    ObjectNode properties = schema.putObject("properties");
    properties.set("items", items);
    properties.set("pagination", reference(pagination));
    schema.putArray("required").add("items").add("pagination");
    written.put(name, schema);
    return JSON.objectNode().put("$ref", home + name);
  }

  static String name(Class<?> type) {
    if (type == JsonNode.class) {
      return "Json";
    }
    Class<?> enclosing = type.getEnclosingClass();
    return enclosing == null || isHolder(enclosing)
        ? type.getSimpleName()
        : name(enclosing) + type.getSimpleName();
  }

  /** A plain interface only keeps the bodies of one noun together; a sealed one is a type. */
  private static boolean isHolder(Class<?> type) {
    return type.isInterface() && !type.isSealed();
  }

  private static void enumeration(ObjectNode schema, Class<?> type) {
    schema.put("type", "string");
    ArrayNode values = schema.putArray("enum");
    for (Object constant : type.getEnumConstants()) {
      values.add(Wire.name((Enum<?>) constant));
    }
  }

  private void variants(ObjectNode schema, Class<?> type) {
    ArrayNode oneOf = schema.putArray("oneOf");
    ObjectNode discriminator = schema.putObject("discriminator").put("propertyName", "type");
    ObjectNode mapping = discriminator.putObject("mapping");
    for (Class<?> variant : type.getPermittedSubclasses()) {
      ObjectNode reference = reference(variant);
      oneOf.add(reference);
      mapping.put(Wire.typeName(variant), reference.get("$ref").stringValue());
    }
  }

  private void members(ObjectNode schema, Class<?> type) {
    schema.put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = JSON.arrayNode();
    for (Class<?> parent : type.getInterfaces()) {
      if (parent.isSealed()) {
        properties.putObject("type").put("type", "string").put("const", Wire.typeName(type));
        required.add("type");
      }
    }
    for (RecordComponent component : type.getRecordComponents()) {
      boolean mustBeThere = mustBeThere(component, type);
      properties.set(Wire.name(component), member(component, type, mustBeThere));
      if (mustBeThere) {
        required.add(Wire.name(component));
      }
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    if (closed.contains(type)) {
      schema.put("additionalProperties", false);
    }
  }

  private boolean mustBeThere(RecordComponent component, Class<?> type) {
    if (sent.contains(type)) {
      Size size = component.getAnnotation(Size.class);
      return component.isAnnotationPresent(Required.class) || (size != null && size.min() > 0);
    }
    return !component.isAnnotationPresent(OmitIfUnset.class);
  }

  private ObjectNode member(RecordComponent component, Class<?> type, boolean mustBeThere) {
    ObjectNode schema = value(component);
    boolean mayBeNull =
        sent.contains(type)
            ? !mustBeThere
            : mustBeThere && component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    if (mayBeNull) {
      schema = orNull(schema);
    }
    describe(schema, component);
    if (component.isAnnotationPresent(DeprecatedMember.class)) {
      schema.put("deprecated", true);
    }
    return schema;
  }

  private static ObjectNode orNull(ObjectNode schema) {
    if (schema.has("type")) {
      schema.set("type", JSON.arrayNode().add(schema.get("type")).add("null"));
      if (schema.get("enum") instanceof ArrayNode words) {
        words.addNull();
      }
      return schema;
    }
    ObjectNode either = JSON.objectNode();
    either.putArray("anyOf").add(schema).add(JSON.objectNode().put("type", "null"));
    return either;
  }

  private ObjectNode value(RecordComponent component) {
    Class<?> type = component.getType();
    Size size = component.getAnnotation(Size.class);
    if (List.class.isAssignableFrom(type)) {
      ObjectNode schema = JSON.objectNode().put("type", "array");
      ObjectNode items = scalar(Wire.content(component), component);
      schema.set("items", Wire.isListOfLists(component) ? bounded(list(items), size) : items);
      return bounded(schema, size);
    }
    if (Map.class.isAssignableFrom(type)) {
      ObjectNode schema = JSON.objectNode().put("type", "object");
      schema.set("additionalProperties", scalar(Wire.content(component), component));
      if (size != null) {
        schema.put("maxProperties", size.max());
      }
      return schema;
    }
    return scalar(type, component);
  }

  private static ObjectNode bounded(ObjectNode schema, @Nullable Size size) {
    return size == null ? schema : schema.put("minItems", size.min()).put("maxItems", size.max());
  }

  private static ObjectNode list(ObjectNode items) {
    ObjectNode schema = JSON.objectNode().put("type", "array");
    schema.set("items", items);
    return schema;
  }

  private ObjectNode scalar(Class<?> type, RecordComponent component) {
    if (type == String.class) {
      return text(component);
    }
    if (type == boolean.class || type == Boolean.class) {
      return JSON.objectNode().put("type", "boolean");
    }
    if (type == int.class || type == Integer.class) {
      return number("int32", component);
    }
    if (type == long.class || type == Long.class) {
      return number("int64", component);
    }
    if (type == BigDecimal.class) {
      Range range = component.getAnnotation(Range.class);
      ObjectNode schema = JSON.objectNode().put("type", "number");
      return range == null
          ? schema
          : schema.put("minimum", range.min()).put("maximum", range.max());
    }
    if (type == JsonNode.class && component.isAnnotationPresent(MustBeObject.class)) {
      return JSON.objectNode().put("type", "object").put("additionalProperties", true);
    }
    return reference(type);
  }

  private static ObjectNode text(RecordComponent component) {
    ObjectNode schema = JSON.objectNode().put("type", "string");
    Length length = component.getAnnotation(Length.class);
    if (length != null) {
      schema.put("minLength", length.min()).put("maxLength", length.max());
    }
    Matches matches = component.getAnnotation(Matches.class);
    if (matches != null) {
      schema.put("pattern", matches.value());
    }
    Words words = component.getAnnotation(Words.class);
    if (words != null) {
      ArrayNode values = schema.putArray("enum");
      List.of(words.value()).forEach(values::add);
    }
    return schema;
  }

  private static ObjectNode number(String format, RecordComponent component) {
    ObjectNode schema = JSON.objectNode().put("type", "integer").put("format", format);
    Range range = component.getAnnotation(Range.class);
    if (range == null) {
      // Counts, sizes and times: nothing on the wire is negative.
      return schema.put("minimum", 0);
    }
    return schema.put("minimum", range.min()).put("maximum", range.max());
  }

  private static void describe(ObjectNode schema, AnnotatedElement element) {
    About about = element.getAnnotation(About.class);
    if (about != null) {
      schema.put("description", about.value());
    }
  }
}
