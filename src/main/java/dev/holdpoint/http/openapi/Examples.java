package dev.holdpoint.http.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** The example of each operation: a file named by the operation's id, beside this class. */
final class Examples {
  /** Missing where the operation has none. */
  private final JsonNode example;

  private Examples(JsonNode example) {
    this.example = example;
  }

  static Examples of(String operationId) {
    try (InputStream in = Examples.class.getResourceAsStream("examples/" + operationId + ".json")) {
      return new Examples(
          in == null ? MissingNode.getInstance() : JsonMapper.shared().readTree(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param in {@code path}, {@code query} or {@code header}
   */
  void show(ObjectNode parameter, String name, String in) {
    String where = in.equals("header") ? "headers" : in;
    put(parameter, example.path("request").path(where).path(name));
  }

  /** The request's body. */
  void show(ObjectNode content) {
    put(content, example.path("request").path("body"));
  }

  /** The body of the answer, where it has this status and this type. */
  void show(ObjectNode content, int status, String mediaType) {
    JsonNode answer = example.path("answer");
    if (answer.path("status").asInt(0) == status
        && answer.path("type").asString("").equals(mediaType)) {
      put(content, answer.path("body"));
    }
  }

  private static void put(ObjectNode holder, JsonNode value) {
    if (!value.isMissingNode()) {
      holder.set("example", value);
    }
  }
}
