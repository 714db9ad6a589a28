package dev.holdpoint.contract;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.holdpoint.engine.json.Digests;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schemas of the document, each compiled once, and closed: clients pass over members that they
 * do not know, but the daemon sends none that is not documented. A choice between variants is made
 * by the member that tells them apart, which costs less than trying all of them.
 */
final class StrictSchemas {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String HOME = "https://contract.invalid/document";

  private final Map<String, Schema> compiled = new HashMap<>();

  /** Where the schema of an answer is. Most are one of the components alone. */
  private final Map<String, String> answers = new HashMap<>();

  private final Set<String> seen = new HashSet<>();
  private final SchemaRegistry registry;

  StrictSchemas(ObjectNode document) {
    ObjectNode all = JSON.objectNode();
    all.put("$id", HOME);
    all.putObject("components").set("schemas", document.at("/components/schemas").deepCopy());
    ObjectNode named = all.putObject("answers");
    for (JsonNode path : document.get("paths")) {
      for (JsonNode operation : path) {
        String id = operation.get("operationId").stringValue();
        operation
            .get("responses")
            .properties()
            .forEach(one -> add(named, id + " " + one.getKey(), one.getValue()));
      }
    }
    close(all);
    String text = all.toString();
    registry =
        SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(Map.of(HOME, text)));
  }

  private void add(ObjectNode named, String answer, JsonNode response) {
    response
        .path("content")
        .properties()
        .forEach(one -> put(named, answer + " " + one.getKey(), one.getValue().get("schema")));
    if (response.has("x-holdpoint-plain")) {
      put(named, answer + " plain", response.get("x-holdpoint-plain"));
    }
  }

  private void put(ObjectNode named, String key, JsonNode schema) {
    if (schema.size() == 1 && schema.has("$ref")) {
      answers.put(key, schema.get("$ref").stringValue().substring(1));
    } else {
      named.set(name(key), schema.deepCopy());
      answers.put(key, "/answers/" + name(key));
    }
  }

  /** Without what a pointer would have to escape. */
  private static String name(String key) {
    return key.replaceAll("[^A-Za-z0-9]", "_");
  }

  boolean has(String operation, int status, String type) {
    return answers.containsKey(operation + " " + status + " " + type);
  }

  /** Whether the same bytes were held against the same schema before: a frame goes to many. */
  boolean knows(Answered answer, byte[] bytes) {
    String schema =
        answers.get(answer.operation() + " " + answer.status() + " " + answer.mediaType());
    return schema != null && !seen.add(schema + " " + Digests.sha256Hex(bytes));
  }

  /** Null where none is documented. */
  @Nullable Schema of(String operation, int status, String type) {
    String pointer = answers.get(operation + " " + status + " " + type);
    return pointer == null ? null : at(pointer);
  }

  Schema component(String name) {
    return at("/components/schemas/" + name);
  }

  private Schema at(String pointer) {
    return compiled.computeIfAbsent(
        pointer, to -> registry.getSchema(SchemaLocation.of(HOME + "#" + to)));
  }

  private static void close(JsonNode node) {
    node.forEach(StrictSchemas::close);
    if (node instanceof ObjectNode schema) {
      if (schema.path("properties").isObject()
          && schema.has("type")
          && !schema.has("additionalProperties")) {
        schema.put("additionalProperties", false);
      }
      if (schema.path("discriminator").isObject() && schema.path("oneOf").isArray()) {
        choose(schema);
      }
    }
  }

  private static void choose(ObjectNode schema) {
    JsonNode discriminator = schema.remove("discriminator");
    schema.remove("oneOf");
    String by = discriminator.get("propertyName").stringValue();
    ObjectNode type = schema.put("type", "object").putObject("properties").putObject(by);
    schema.putArray("required").add(by);
    ArrayNode words = type.putArray("enum");
    ArrayNode choices = schema.putArray("allOf");
    discriminator
        .get("mapping")
        .properties()
        .forEach(
            variant -> {
              words.add(variant.getKey());
              ObjectNode choice = choices.addObject();
              ObjectNode named = choice.putObject("if");
              named
                  .putObject("properties")
                  .putObject(by)
                  .set("const", JSON.stringNode(variant.getKey()));
              named.putArray("required").add(by);
              choice.putObject("then").set("$ref", variant.getValue());
            });
  }
}
