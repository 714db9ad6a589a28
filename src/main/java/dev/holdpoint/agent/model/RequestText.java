package dev.holdpoint.agent.model;

import dev.holdpoint.agent.model.ModelRequest.ToolSpec;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Item;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A request as JSON, so that a test or a curious person can see what a model is given. */
public final class RequestText {
  private RequestText() {}

  static String of(ModelRequest request) {
    return JsonTree.write(tree(request)).text();
  }

  public static ObjectNode tree(ModelRequest request) {
    ObjectNode object = JsonTree.object();
    object.put("system", request.system().get());
    ArrayNode messages = object.putArray("messages");
    request.history().get().forEach(step -> messages.add(message(step, request.enclosures())));
    request.steps().forEach(step -> messages.add(message(step, request.enclosures())));
    ArrayNode tools = object.putArray("tools");
    for (ToolSpec tool : request.tools()) {
      tools
          .addObject()
          .put("name", tool.name())
          .put("description", tool.description())
          .set("input_schema", JsonTree.of(tool.inputSchema()));
    }
    ModelRequest.Context context = request.context().get();
    object.set("skills", JsonTree.of(context.skills()));
    object.set("learned_context", JsonTree.of(context.learnedContext()));
    object.set("recovered_memory", JsonTree.of(context.recoveredMemory()));
    object.set("generation", JsonTree.of(request.generation()));
    return object;
  }

  private static ObjectNode message(Step step, ModelRequest.Enclosures enclosures) {
    ObjectNode message = JsonTree.object();
    switch (step) {
      case Step.Input input -> {
        message.put("role", "user").put("content", input.words());
        if (!input.items().isEmpty()) {
          ArrayNode items = message.putArray("items");
          input.items().forEach(item -> items.add(item(item, enclosures)));
        }
      }
      case Step.Turn(String text, List<ToolCall> calls) -> {
        message.put("role", "assistant").put("content", text);
        if (!calls.isEmpty()) {
          ArrayNode array = message.putArray("tool_calls");
          calls.forEach(call -> array.add(call(call)));
        }
      }
      case Step.Result(String callId, Json content) ->
          message
              .put("role", "tool")
              .put("tool_call_id", callId)
              .set("content", JsonTree.of(content));
    }
    return message;
  }

  public static ObjectNode call(ToolCall call) {
    ObjectNode object = JsonTree.object().put("id", call.id()).put("tool", call.tool());
    object.set("input", JsonTree.of(call.input()));
    return object;
  }

  private static ObjectNode item(Item item, ModelRequest.Enclosures enclosures) {
    ObjectNode object = JsonTree.object();
    switch (item) {
      case Item.Text _ -> object.put("type", "text");
      case Item.File file ->
          object
              .put("type", "file")
              .put("asset_id", file.assetId())
              .put("file_name", file.fileName())
              .put("media_type", file.mediaType())
              .put("byte_length", file.byteLength());
      case Item.Board board ->
          object
              .put("type", "board")
              .put("board_id", board.boardId())
              .put("revision_id", board.revisionId())
              .put("title", board.title());
    }
    String text = enclosures.text(item);
    if (text != null) {
      object.put("text", text);
    }
    return object;
  }
}
