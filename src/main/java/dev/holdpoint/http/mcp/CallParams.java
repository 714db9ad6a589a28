package dev.holdpoint.http.mcp;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The parameters of {@code tools/call}, as all revisions have them.
 *
 * @param arguments an object, empty when none was sent
 * @param progress the token under which the client wants to hear that it still waits; null when it
 *     does not
 */
public record CallParams(OfferedTool tool, JsonNode arguments, @Nullable Json progress) {
  /**
   * @throws McpError if nothing can be called with them
   */
  public static CallParams of(JsonNode params) {
    OfferedTool tool =
        OfferedTool.named(params.path("name").asString(""))
            .orElseThrow(
                () -> McpError.invalidParams("There is no such tool; tools/list lists them."));
    JsonNode arguments = params.path("arguments");
    if (params.hasNonNull("arguments") && !arguments.isObject()) {
      throw McpError.invalidParams("arguments must be an object.");
    }
    JsonNode token = params.path("_meta").path("progressToken");
    if (!token.isMissingNode() && !McpMessage.isId(token)) {
      throw McpError.invalidParams(
          "progressToken must be a text of 1 to "
              + McpMessage.ID
              + " characters or a whole number.");
    }
    return new CallParams(
        tool,
        arguments.isObject() ? arguments : JsonTree.object(),
        token.isMissingNode() ? null : JsonTree.write(token));
  }
}
