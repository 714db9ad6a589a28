package dev.holdpoint.agent.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * JSON without what people, models and tools have said: its shape stays, and of each text how long
 * it is and a digest, by which equal ones are known. What names a thing stays where we or a
 * provider write it, not inside what somebody else chose freely.
 */
public final class Outline {
  /** Members that tell one kind of thing from another. */
  private static final Set<String> KINDS =
      Set.of(
          "role",
          "type",
          "id",
          "tool",
          "tool_call_id",
          "name",
          "model",
          "provider",
          "asset_id",
          "board_id",
          "revision_id",
          "learning_id",
          "run_id",
          "kind",
          "status",
          "media_type",
          "stop_reason",
          "finish_reason");

  /** Below these anything may stand. */
  private static final Set<String> FREE =
      Set.of("input", "content", "input_schema", "arguments", "metadata", "schema");

  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_.:/-]{1,64}");

  private Outline() {}

  public static JsonNode of(JsonNode node) {
    return of(node, "", false);
  }

  private static JsonNode of(JsonNode node, String name, boolean free) {
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode outline = JsonTree.object();
        object.forEachEntry(
            (member, value) ->
                outline.set(
                    isWord(member) ? member : brief(member),
                    of(value, member, free || FREE.contains(member))));
        yield outline;
      }
      case ArrayNode array -> {
        ArrayNode outline = JsonTree.array();
        array.forEach(entry -> outline.add(of(entry, name, free)));
        yield outline;
      }
      case StringNode string ->
          !free && KINDS.contains(name) && isWord(string.stringValue())
              ? string
              : StringNode.valueOf(brief(string.stringValue()));
      default -> free && node.isNumber() ? StringNode.valueOf("[number]") : node;
    };
  }

  private static boolean isWord(String text) {
    return WORD.matcher(text).matches();
  }

  private static String brief(String text) {
    return text.isEmpty()
        ? ""
        : "[%d characters, sha256 %s]"
            .formatted(
                text.codePointCount(0, text.length()), Digests.sha256Hex(text.getBytes(UTF_8)));
  }
}
