package dev.holdpoint.core.description;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.CallValues;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tables of titles and risks that all tests share. */
public final class Described {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Described() {}

  /** The rows of the table, those of the spec first. */
  public static List<JsonNode> table() {
    return rows("describe.json");
  }

  /** An example and a near miss of each code. */
  public static List<JsonNode> risks() {
    return rows("risks.json");
  }

  private static List<JsonNode> rows(String name) {
    try (InputStream in = Described.class.getResourceAsStream("/describe/" + name)) {
      List<JsonNode> rows = new ArrayList<>();
      JSON.readTree(in).forEach(rows::add);
      return rows;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public static Asked asked(JsonNode row) {
    List<Asked.Item> items = null;
    if (row.has("items")) {
      items = new ArrayList<>();
      for (JsonNode item : row.get("items")) {
        items.add(
            new Asked.Item(
                item.get("kind").stringValue(),
                item.get("description").stringValue(),
                item.path("alias").stringValue(null)));
      }
    }
    return new Asked(
        row.get("tool").stringValue(),
        input(row.get("input")),
        null,
        row.path("reason").stringValue(""),
        null,
        items,
        null,
        null,
        null,
        null);
  }

  static CallValue.Members input(JsonNode input) {
    return CallValues.of(new Json(input.toString()));
  }

  /** The text at a pointer of an input. */
  static String at(JsonNode input, String pointer) {
    return input.at(pointer).stringValue();
  }
}
