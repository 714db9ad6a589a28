package dev.holdpoint.acceptance;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * One operation's example, as its file has it.
 *
 * @param request {@code path}, {@code query}, {@code headers} and {@code body}, each where there is
 *     one
 * @param answer {@code status}, {@code type}, {@code event} of a stream, and {@code body}
 */
record Example(Endpoint endpoint, ObjectNode request, ObjectNode answer) {
  static final Path FOLDER =
      Path.of("src/main/resources/dev/holdpoint/http/openapi/examples").toAbsolutePath();

  static Example of(String id) {
    Endpoint endpoint =
        Endpoints.ALL.stream().filter(one -> one.id().equals(id)).findFirst().orElseThrow();
    try {
      JsonNode file = Acceptance.JSON.readTree(Files.readString(FOLDER.resolve(id + ".json")));
      return new Example(
          endpoint,
          (ObjectNode) file.get("request"),
          file.has("answer")
              ? (ObjectNode) file.get("answer")
              : Acceptance.JSON.createObjectNode());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String id() {
    return endpoint.id();
  }

  /** The path with its query, with ids that this daemon knows. */
  String target(UnaryOperator<String> live) {
    String path = endpoint.path();
    for (var one : request.path("path").properties()) {
      path =
          path.replace(
              "{" + one.getKey() + "}", Acceptance.encoded(live.apply(one.getValue().asString())));
    }
    StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    for (var one : request.path("query").properties()) {
      query.add(one.getKey() + "=" + Acceptance.encoded(live.apply(one.getValue().asString())));
    }
    return path + query;
  }

  /** A copy in which each text is what this daemon knows. */
  static JsonNode live(JsonNode node, UnaryOperator<String> live) {
    if (node.isString()) {
      return StringNode.valueOf(live.apply(node.stringValue()));
    }
    JsonNode copy = node.deepCopy();
    if (copy instanceof ObjectNode object) {
      object.properties().forEach(one -> one.setValue(live(one.getValue(), live)));
    } else if (copy instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, live(array.get(i), live));
      }
    }
    return copy;
  }

  void write() {
    ObjectNode file = Acceptance.JSON.createObjectNode();
    file.set("request", request);
    file.set("answer", answer);
    try {
      Files.writeString(
          FOLDER.resolve(id() + ".json"),
          Acceptance.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(file) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
