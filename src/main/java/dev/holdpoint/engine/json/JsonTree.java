package dev.holdpoint.engine.json;

import dev.holdpoint.core.record.Json;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON text to trees and back, with the same strictness everywhere. */
public final class JsonTree {
  // A member given twice could show one value to a person and another to the tool. Numbers keep
  // every digit, so that what is executed is what was shown.
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private JsonTree() {}

  public static JsonNode read(String text) throws NotJson {
    JsonNode tree;
    try {
      tree = MAPPER.readTree(text);
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      throw new NotJson(
          e.getOriginalMessage() + (at == null ? "" : " (column " + at.getColumnNr() + ")"));
    } catch (NumberFormatException e) {
      // Thrown bare for an exponent that no BigDecimal can hold.
      throw new NotJson("a number is out of range");
    }
    if (tree.isMissingNode()) {
      throw new NotJson("the text is empty");
    }
    return tree;
  }

  /** The tree of a value that is known to be JSON. */
  public static JsonNode of(Json json) {
    try {
      return read(json.text());
    } catch (NotJson e) {
      throw new IllegalArgumentException("Json carries valid text only: " + e.getMessage(), e);
    }
  }

  public static Json write(JsonNode tree) {
    return new Json(MAPPER.writeValueAsString(tree));
  }

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static ArrayNode array() {
    return MAPPER.createArrayNode();
  }
}
