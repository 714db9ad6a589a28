package dev.holdpoint.agent.provider;

import dev.holdpoint.agent.model.ModelRequest.ToolSpec;
import dev.holdpoint.agent.provider.ProviderAnswer.End;
import dev.holdpoint.agent.provider.TurnRequest.Choice;
import dev.holdpoint.engine.json.JsonTree;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Chat completions, as OpenAI and many others speak them. */
public final class OpenAiDialect implements ProviderDialect {
  @Override
  public String home() {
    return "https://api.openai.com/v1";
  }

  @Override
  public StreamingChatModel translator(Access access, String model, HttpClientBuilder wire) {
    return OpenAiStreamingChatModel.builder()
        .httpClientBuilder(wire)
        .baseUrl(access.baseUrl())
        .apiKey(access.key())
        .modelName(model)
        .build();
  }

  @Override
  public void complete(ObjectNode body, TurnRequest wish) {
    if (!wish.tools().isEmpty()) {
      body.set("tools", functions(wish.tools()));
      body.set("tool_choice", choice(wish.choice()));
      if (!wish.parallel()) {
        body.put("parallel_tool_calls", false);
      }
    }
    if (wish.maxOutput() != null) {
      // OpenAI's newer models refuse the one name, most others do not know the other.
      body.put(wish.elsewhere() ? "max_tokens" : "max_completion_tokens", wish.maxOutput());
    }
    if (wish.temperature() != null) {
      body.put("temperature", wish.temperature());
    }
    if (wish.schema() != null) {
      ObjectNode format = body.putObject("response_format").put("type", "json_schema");
      ObjectNode named = format.putObject("json_schema").put("name", "answer");
      named.set("schema", wish.schema());
      named.put("strict", StrictSchema.is(wish.schema()));
    }
  }

  static ArrayNode functions(List<ToolSpec> tools) {
    ArrayNode array = JsonTree.array();
    for (ToolSpec tool : tools) {
      array
          .addObject()
          .put("type", "function")
          .putObject("function")
          .put("name", tool.name())
          .put("description", tool.description())
          .set("parameters", JsonTree.of(tool.inputSchema()));
    }
    return array;
  }

  private static JsonNode choice(Choice choice) {
    ObjectNode one = JsonTree.object();
    return switch (choice) {
      case Choice.Auto() -> one.put("is", "auto").path("is");
      case Choice.None() -> one.put("is", "none").path("is");
      case Choice.Required() -> one.put("is", "required").path("is");
      case Choice.Specific(String name) -> {
        one.put("type", "function").putObject("function").put("name", name);
        yield one;
      }
    };
  }

  @Override
  public void hear(JsonNode event, ProviderAnswer answer) {
    if (event.hasNonNull("error")) {
      answer.fails(ErrorText.inStream(event));
      return;
    }
    JsonNode choice = event.path("choices").path(0);
    answer.refuses(choice.path("delta").path("refusal").asString(""));
    choice.path("delta").path("tool_calls").forEach(answer::piece);
    String reason = choice.path("finish_reason").asString("");
    if (reason.equals("tool_calls")) {
      answer.isCalling();
    }
    if (!reason.isEmpty()) {
      answer.ends(end(reason), reason);
    }
    JsonNode usage = event.path("usage");
    if (usage.isObject()) {
      answer.used(
          ProviderAnswer.count(usage, "prompt_tokens"),
          ProviderAnswer.count(usage.path("prompt_tokens_details"), "cached_tokens"),
          ProviderAnswer.count(usage, "completion_tokens"),
          ProviderAnswer.count(usage.path("completion_tokens_details"), "reasoning_tokens"));
    }
  }

  private static End end(String reason) {
    return switch (reason) {
      case "length" -> End.LENGTH;
      case "content_filter" -> End.WITHHELD;
      default -> End.WHOLE;
    };
  }
}
