package dev.holdpoint.engine.json;

import dev.holdpoint.core.record.Json;
import tools.jackson.databind.node.ArrayNode;

/** What an output is made of, as it is stored and shown. */
public final class OutputParts {
  private OutputParts() {}

  /** One part, of text. */
  public static Json text(String text) {
    ArrayNode parts = JsonTree.object().putArray("parts");
    parts.addObject().put("type", "text").put("text", text);
    return JsonTree.write(parts);
  }
}
