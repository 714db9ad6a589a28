package dev.holdpoint.agent.provider;

import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Item;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.JsonTree;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A transcript as the messages that a provider is sent. */
final class Conversation {
  /** What is kept free of the model's room where nobody says how much it may give. */
  static final int USUAL_OUTPUT = 8_192;

  /** Whatever takes up the room, this much is left for what was said. */
  private static final int LEAST_SHARE = 8;

  private Conversation() {}

  static List<ChatMessage> of(ModelRequest request, TurnRequest wish) {
    int missing = request.tools().size() - wish.tools().size();
    String system =
        SystemText.of(request, wish.schema(), wish.context())
            + (missing == 0
                ? ""
                : "\n\n(%d more tools are connected but do not fit here.)".formatted(missing));
    Integer output = wish.maxOutput();
    long reserve = output != null ? output : Math.min(USUAL_OUTPUT, wish.context() / 4);
    long budget =
        wish.context() - reserve - TokenEstimate.of(wish.tools()) - TokenEstimate.of(system);
    Packing.Packed packed =
        Packing.of(
            Stream.concat(request.history().get().stream(), request.steps().stream())
                .map(step -> readOut(step, request.enclosures()))
                .toList(),
            Math.max(budget, wish.context() / LEAST_SHARE));
    String told =
        packed.leftOut() == 0
            ? system
            : system
                + "\n\n(%d earlier messages of this conversation are not shown.)"
                    .formatted(packed.leftOut());
    List<ChatMessage> messages = new ArrayList<>();
    if (!told.isBlank()) {
      messages.add(SystemMessage.from(told.strip()));
    }
    messages.addAll(messages(packed.steps()));
    return messages;
  }

  private static List<ChatMessage> messages(List<Step> steps) {
    List<ChatMessage> messages = new ArrayList<>();
    Map<String, String> toolByCall = new HashMap<>();
    for (Step step : steps) {
      messages.add(
          switch (step) {
            case Step.Input input -> UserMessage.from(notBlank(input.text()));
            case Step.Turn(String text, List<ToolCall> calls) -> {
              calls.forEach(call -> toolByCall.put(call.id(), ProviderNames.tool(call.tool())));
              AiMessage.Builder message =
                  AiMessage.builder()
                      .toolExecutionRequests(calls.stream().map(Conversation::call).toList());
              yield text.isBlank() ? message.build() : message.text(text).build();
            }
            case Step.Result(String callId, Json content) ->
                ToolExecutionResultMessage.from(
                    ProviderNames.id(callId),
                    toolByCall.getOrDefault(callId, "unknown"),
                    notBlank(words(content)));
          });
    }
    return messages;
  }

  private static ToolExecutionRequest call(ToolCall call) {
    return ToolExecutionRequest.builder()
        .id(ProviderNames.id(call.id()))
        .name(ProviderNames.tool(call.tool()))
        .arguments(call.input().text())
        .build();
  }

  /** A text is shown as it is, anything else as the JSON that it is. */
  private static String words(Json content) {
    JsonNode tree = JsonTree.of(content);
    return tree.isString() ? tree.asString() : content.text();
  }

  /** Providers refuse a message that says nothing. */
  private static String notBlank(String text) {
    return text.isBlank() ? "(nothing)" : text;
  }

  private static Step readOut(Step step, ModelRequest.Enclosures enclosures) {
    return step instanceof Step.Input input && !input.items().isEmpty()
        ? new Step.Input(
            input.items().stream()
                .map(item -> readOut(item, enclosures))
                .collect(Collectors.joining("\n\n")))
        : step;
  }

  private static String readOut(Item item, ModelRequest.Enclosures enclosures) {
    String text = enclosures.text(item);
    return switch (item) {
      case Item.Text(String words) -> words;
      case Item.Board board ->
          "[the board '%s']%n%s"
              .formatted(board.title(), text == null ? "(no longer available)" : text);
      case Item.File file ->
          text == null
              ? "[the file '%s' (%s, %d bytes) was attached; it cannot be shown here]"
                  .formatted(file.fileName(), file.mediaType(), file.byteLength())
              : "[the file '%s']%n%s".formatted(file.fileName(), text);
    };
  }
}
