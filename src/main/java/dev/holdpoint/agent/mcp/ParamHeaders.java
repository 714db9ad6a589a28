package dev.holdpoint.agent.mcp;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Arguments that a server wants repeated in headers: properties of a tool's input with {@code
 * x-mcp-header}. Only those that are reached by {@code properties} alone can be; one anywhere else
 * would name a value that may not be there, or be there more than once.
 */
final class ParamHeaders {
  private static final String ANNOTATION = "x-mcp-header";
  private static final String PREFIX = "Mcp-Param-";
  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");
  private static final Set<String> TYPES = Set.of("string", "integer", "boolean");
  private static final int DEEPEST = 32;

  /** What every reader of JSON reads exactly. */
  private static final BigDecimal LARGEST = BigDecimal.valueOf((1L << 53) - 1);

  private ParamHeaders() {}

  /** What is wrong with the annotations of a tool's input schema; null when nothing is. */
  static @Nullable String fault(JsonNode schema) {
    return fault(schema, false, new HashSet<>(), 0);
  }

  /**
   * @param isProperty whether the schema is that of a property which is reached by properties alone
   */
  private static @Nullable String fault(
      JsonNode schema, boolean isProperty, Set<String> names, int depth) {
    if (depth > DEEPEST) {
      return "its input schema is nested too deeply";
    }
    if (schema.isObject() && schema.has(ANNOTATION)) {
      String fault = annotationFault(schema, isProperty, names);
      if (fault != null) {
        return fault;
      }
    }
    boolean reached = isProperty || depth == 0;
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      String fault =
          member.getKey().equals("properties") && reached && member.getValue().isObject()
              ? propertiesFault(member.getValue(), names, depth)
              : elsewhere(member.getKey(), member.getValue(), depth);
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  private static @Nullable String annotationFault(
      JsonNode schema, boolean isProperty, Set<String> names) {
    JsonNode name = schema.path(ANNOTATION);
    if (!isProperty) {
      return ANNOTATION + " is only for a property of its input, or of an object in it";
    }
    if (!name.isString() || !NAME.matcher(name.stringValue()).matches()) {
      return ANNOTATION + " is not the name of a header";
    }
    if (!schema.path("type").isString() || !TYPES.contains(schema.path("type").stringValue())) {
      return "%s %s is not for a string, an integer or a boolean"
          .formatted(ANNOTATION, name.stringValue());
    }
    return names.add(name.stringValue().toLowerCase(Locale.ROOT))
        ? null
        : "%s %s is there twice".formatted(ANNOTATION, name.stringValue());
  }

  private static @Nullable String propertiesFault(
      JsonNode properties, Set<String> names, int depth) {
    for (JsonNode property : properties) {
      String fault = fault(property, true, names, depth + 1);
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  /** Below anything but properties; values of const, default and examples are no schemas. */
  private static @Nullable String elsewhere(String keyword, JsonNode value, int depth) {
    if (List.of("const", "default", "enum", "examples", ANNOTATION).contains(keyword)) {
      return null;
    }
    return value.isContainer() && isAnnotated(value, depth)
        ? ANNOTATION + " is only for a property of its input, or of an object in it"
        : null;
  }

  private static boolean isAnnotated(JsonNode node, int depth) {
    if (depth > DEEPEST || (node.isObject() && node.has(ANNOTATION))) {
      return true;
    }
    for (JsonNode child : node) {
      if (child.isContainer() && isAnnotated(child, depth + 1)) {
        return true;
      }
    }
    return false;
  }

  /** The headers of a call. An argument that is absent or null has none. */
  static Map<String, String> of(Json schema, Json input) throws McpFailure {
    Map<String, String> headers = new LinkedHashMap<>();
    collect(JsonTree.of(schema), JsonTree.of(input), headers);
    return headers;
  }

  private static void collect(JsonNode schema, JsonNode value, Map<String, String> headers)
      throws McpFailure {
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      JsonNode argument = value.path(property.getKey());
      JsonNode name = property.getValue().path(ANNOTATION);
      if (name.isString() && !argument.isMissingNode() && !argument.isNull()) {
        headers.put(PREFIX + name.stringValue(), text(name.stringValue(), argument));
      } else if (argument.isObject()) {
        collect(property.getValue(), argument, headers);
      }
    }
  }

  private static String text(String name, JsonNode argument) throws McpFailure {
    if (argument.isNumber()) {
      BigDecimal number = argument.decimalValue().stripTrailingZeros();
      if (number.scale() > 0 || number.abs().compareTo(LARGEST) > 0) {
        throw new McpFailure(
            "the argument for the header %s%s is not an integer within 2^53. Nothing was sent"
                .formatted(PREFIX, name));
      }
      return number.toPlainString();
    }
    return ModernWire.encoded(argument.asString(""));
  }
}
