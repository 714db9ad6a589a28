package dev.holdpoint.agent.provider;

import dev.holdpoint.agent.provider.ProviderAnswer.End;
import dev.holdpoint.engine.json.JsonTree;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Models on a machine of one's own, by Ollama: an event a line, no marks of server-sent events. */
public final class OllamaDialect implements ProviderDialect {
  @Override
  public String home() {
    return "http://127.0.0.1:11434";
  }

  @Override
  public StreamingChatModel translator(Access access, String model, HttpClientBuilder wire) {
    return OllamaStreamingChatModel.builder()
        .httpClientBuilder(wire)
        .baseUrl(access.baseUrl())
        .modelName(model)
        .build();
  }

  @Override
  public void complete(ObjectNode body, TurnRequest wish) {
    ObjectNode options =
        body.path("options") instanceof ObjectNode there ? there : body.putObject("options");
    // It cuts off what it has no room for without a word, so it is told how much there is.
    options.put("num_ctx", wish.context());
    if (wish.maxOutput() != null) {
      options.put("num_predict", wish.maxOutput());
    }
    if (wish.temperature() != null) {
      options.put("temperature", wish.temperature());
    }
    // It has no word for which tools are to be used, and with a format it uses none.
    if (wish.mayCall()) {
      body.set("tools", OpenAiDialect.functions(wish.tools()));
    } else {
      body.remove("tools");
      if (wish.schema() != null) {
        body.set("format", wish.schema());
      }
    }
  }

  @Override
  public boolean isEventStream() {
    return false;
  }

  @Override
  public void hear(JsonNode event, ProviderAnswer answer) {
    if (event.hasNonNull("error")) {
      answer.fails(ErrorText.inStream(event));
      return;
    }
    for (JsonNode call : event.path("message").path("tool_calls")) {
      // Each comes whole, and without an index that would tell it from the next.
      answer.calls(
          ToolExecutionRequest.builder()
              .id(call.path("id").asString(""))
              .name(call.path("function").path("name").asString(""))
              .arguments(arguments(call.path("function").path("arguments")))
              .build());
    }
    if (event.path("done").asBoolean(false)) {
      String reason = event.path("done_reason").asString("stop");
      answer.ends(reason.equals("length") ? End.LENGTH : End.WHOLE, reason);
      if (event.has("eval_count")) {
        answer.used(
            ProviderAnswer.count(event, "prompt_eval_count"),
            0,
            ProviderAnswer.count(event, "eval_count"),
            0);
      }
    }
  }

  /** A tool that needs nothing is called with nothing. */
  private static String arguments(JsonNode given) {
    return given.isMissingNode() || given.isNull() ? "" : JsonTree.write(given).text();
  }
}
