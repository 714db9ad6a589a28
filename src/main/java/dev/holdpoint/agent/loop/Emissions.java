package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.tool.input.EmitOutputInput;
import dev.holdpoint.core.content.Asset;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.json.JsonTree;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes outputs of what {@code emit_output} is given; stored files become attachments. */
final class Emissions {
  private final Function<String, @Nullable Asset> stored;

  Emissions(Function<String, @Nullable Asset> assets) {
    this.stored = assets;
  }

  CallGate.Leave leave(Run run, EmitOutputInput input) {
    ArrayNode parts = JsonTree.array();
    ArrayNode artifacts = JsonTree.array();
    StringBuilder text = new StringBuilder();
    for (EmitOutputInput.Part part : input.parts()) {
      switch (part) {
        case EmitOutputInput.Part.Text(String words) -> {
          parts.addObject().put("type", "text").put("text", words);
          text.append(text.isEmpty() ? "" : "\n").append(words);
        }
        case EmitOutputInput.Part.Attachment(String id, String mediaType, String fileName) -> {
          // A reader of the output looks such an id up with rights of its own.
          if (Ulid.keyOf(Asset.PREFIX, id).isPresent() && find(run, id) == null) {
            return unknown(id);
          }
          attachment(parts, id, mediaType, fileName);
        }
        case EmitOutputInput.Part.Asset(String id) -> {
          Asset asset = find(run, id);
          if (asset == null) {
            return unknown(id);
          }
          attachment(parts, asset.id(), asset.mediaType(), asset.fileName());
        }
      }
    }
    String content = input.content() == null ? text.toString() : input.content();
    if (parts.isEmpty() && !content.isEmpty()) {
      parts.addObject().put("type", "text").put("text", content);
    }
    for (String id : input.artifactIds()) {
      Asset asset = find(run, id);
      if (asset == null) {
        return unknown(id);
      }
      describe(artifacts.addObject(), asset.id(), asset.mediaType(), asset.fileName());
      if (input.includeArtifactsInline()) {
        attachment(parts, asset.id(), asset.mediaType(), asset.fileName());
      }
    }
    return new CallGate.Leave.Emit(
        new Output(
            Output.Source.EMIT_OUTPUT,
            run.head().replyPlugin(),
            run.head().replyAddress(),
            content,
            JsonTree.write(parts),
            JsonTree.write(artifacts)),
        new Json("{\"emitted\":true}"));
  }

  private @Nullable Asset find(Run run, String id) {
    Asset asset = stored.apply(id);
    return asset != null && asset.isOf(run.head().tenantId()) ? asset : null;
  }

  private static CallGate.Leave unknown(String id) {
    return new CallGate.Leave.Settled(
        GateResults.error("There is no asset '" + id + "'. Nothing was emitted."));
  }

  private static void attachment(ArrayNode parts, String id, String mediaType, String fileName) {
    describe(
        parts.addObject().put("type", "attachment").putObject("attachment"),
        id,
        mediaType,
        fileName);
  }

  private static void describe(ObjectNode into, String id, String mediaType, String fileName) {
    into.put("id", id).put("media_type", mediaType).put("file_name", fileName);
  }
}
