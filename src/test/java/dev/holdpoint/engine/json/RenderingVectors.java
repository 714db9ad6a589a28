package dev.holdpoint.engine.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Requests and the digests of what people are shown of them, by a program in another language. */
public final class RenderingVectors {
  private static final Path FILE = Path.of("src/test/resources/vectors/rendering.json");

  private RenderingVectors() {}

  /** Those of requests that an agent outside can make: with a reason, and without items. */
  public static List<JsonNode> ofOutside() {
    return all().stream()
        .filter(one -> !one.path("reason").asString("").isEmpty() && !one.has("requested_items"))
        .toList();
  }

  /** Each with its whole input: what is long stands in the file as a text and how often. */
  public static List<JsonNode> all() {
    try {
      JsonNode all = JsonMapper.shared().readTree(Files.readString(FILE));
      for (JsonNode one : all) {
        ObjectNode input = (ObjectNode) one.path("input");
        one.path("repeat")
            .properties()
            .forEach(
                member ->
                    input.put(
                        member.getKey(),
                        member
                            .getValue()
                            .get(0)
                            .stringValue()
                            .repeat(member.getValue().get(1).intValue())));
      }
      return all.valueStream().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
