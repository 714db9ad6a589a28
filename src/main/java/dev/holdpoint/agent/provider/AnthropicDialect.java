package dev.holdpoint.agent.provider;

import dev.holdpoint.agent.model.ModelRequest.ToolSpec;
import dev.holdpoint.agent.provider.ProviderAnswer.End;
import dev.holdpoint.agent.provider.TurnRequest.Choice;
import dev.holdpoint.engine.json.JsonTree;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The Messages API of Anthropic. */
public final class AnthropicDialect implements ProviderDialect {
  @Override
  public String home() {
    return "https://api.anthropic.com/v1";
  }

  @Override
  public StreamingChatModel translator(Access access, String model, HttpClientBuilder wire) {
    return AnthropicStreamingChatModel.builder()
        .httpClientBuilder(wire)
        .baseUrl(access.baseUrl())
        .apiKey(access.key())
        .modelName(model)
        .build();
  }

  @Override
  public void complete(ObjectNode body, TurnRequest wish) {
    Integer output = wish.maxOutput();
    body.put(
        "max_tokens",
        output != null ? output : Math.min(Conversation.USUAL_OUTPUT, wish.context() / 4));
    if (wish.temperature() != null) {
      body.put("temperature", wish.temperature());
    }
    if (!wish.tools().isEmpty()) {
      ArrayNode tools = body.putArray("tools");
      for (ToolSpec tool : wish.tools()) {
        tools
            .addObject()
            .put("name", tool.name())
            .put("description", tool.description())
            .set("input_schema", JsonTree.of(tool.inputSchema()));
      }
      body.set("tool_choice", choice(wish));
    }
    // It takes schemas that leave nothing open; any other is held against the answer by us alone.
    if (wish.schema() != null && StrictSchema.is(wish.schema())) {
      body.putObject("output_config")
          .putObject("format")
          .put("type", "json_schema")
          .set("schema", wish.schema());
    }
  }

  private static ObjectNode choice(TurnRequest wish) {
    ObjectNode choice = JsonTree.object();
    switch (wish.choice()) {
      case Choice.Auto() -> choice.put("type", "auto");
      case Choice.None() -> choice.put("type", "none");
      case Choice.Required() -> choice.put("type", "any");
      case Choice.Specific(String name) -> choice.put("type", "tool").put("name", name);
    }
    if (!wish.parallel() && wish.mayCall()) {
      choice.put("disable_parallel_tool_use", true);
    }
    return choice;
  }

  @Override
  public void hear(JsonNode event, ProviderAnswer answer) {
    switch (event.path("type").asString("")) {
      case "error" -> answer.fails(ErrorText.inStream(event));
      case "message_start" -> {
        count(event.path("message").path("usage"), answer);
      }
      case "content_block_start" -> {
        if (event.path("content_block").path("type").asString("").equals("tool_use")) {
          answer.opens(event.path("index").asInt(0));
        }
      }
      case "content_block_stop" -> answer.closes(event.path("index").asInt(0));
      case "message_delta" -> {
        count(event.path("usage"), answer);
        String reason = event.path("delta").path("stop_reason").asString("");
        if (!reason.isEmpty()) {
          answer.noted(end(reason), reason);
          if (reason.equals("tool_use")) {
            answer.isCalling();
          }
        }
      }
      case "message_stop" -> answer.endsAsNoted();
      default -> {}
    }
  }

  /** What it has cached is not among the input tokens. */
  private static void count(JsonNode usage, ProviderAnswer answer) {
    if (usage.isObject()) {
      long cached = ProviderAnswer.count(usage, "cache_read_input_tokens");
      answer.used(
          ProviderAnswer.count(usage, "input_tokens")
              + cached
              + ProviderAnswer.count(usage, "cache_creation_input_tokens"),
          cached,
          ProviderAnswer.count(usage, "output_tokens"),
          0);
    }
  }

  private static End end(String reason) {
    return switch (reason) {
      case "max_tokens", "model_context_window_exceeded" -> End.LENGTH;
      case "refusal" -> End.WITHHELD;
      default -> End.WHOLE;
    };
  }
}
