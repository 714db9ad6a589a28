package dev.holdpoint.agent.provider;

import dev.holdpoint.agent.model.ModelRequest.ToolSpec;
import dev.holdpoint.agent.provider.Answer.End;
import dev.holdpoint.agent.provider.Wish.Choice;
import dev.holdpoint.engine.json.JsonTree;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The Gemini API of Google. */
public final class GeminiDialect implements Dialect {
  /** From here on calls must carry a signature, and go together with a format. */
  private static final Pattern THIRD = Pattern.compile("(models/)?gemini-([3-9]|[1-9][0-9]).*");

  /** What Google gives for calls whose signature is not at hand: transcripts keep none. */
  private static final String NO_SIGNATURE = "skip_thought_signature_validator";

  @Override
  public String home() {
    return "https://generativelanguage.googleapis.com/v1beta";
  }

  @Override
  public StreamingChatModel translator(Access access, String model, HttpClientBuilder wire) {
    return GoogleAiGeminiStreamingChatModel.builder()
        .httpClientBuilder(wire)
        .baseUrl(access.baseUrl())
        .apiKey(access.key())
        .modelName(model)
        .build();
  }

  @Override
  public void complete(ObjectNode body, Wish wish) {
    boolean third = THIRD.matcher(wish.model()).matches();
    if (third) {
      sign(body);
    }
    ObjectNode generation = object(body, "generationConfig");
    if (wish.maxOutput() != null) {
      generation.put("maxOutputTokens", wish.maxOutput());
    }
    if (wish.temperature() != null) {
      generation.put("temperature", wish.temperature());
    }
    // Earlier models refuse a format beside tools.
    if (wish.schema() != null && (third || !wish.mayCall())) {
      generation.put("responseMimeType", "application/json");
      generation.set("responseJsonSchema", wish.schema());
    }
    if (!wish.tools().isEmpty()) {
      ArrayNode functions = body.putArray("tools").addObject().putArray("functionDeclarations");
      for (ToolSpec tool : wish.tools()) {
        functions
            .addObject()
            .put("name", tool.name())
            .put("description", tool.description())
            .set("parametersJsonSchema", JsonTree.of(tool.inputSchema()));
      }
      choose(body.putObject("toolConfig").putObject("functionCallingConfig"), wish.choice());
    }
  }

  private static void choose(ObjectNode config, Choice choice) {
    switch (choice) {
      case Choice.Auto() -> config.put("mode", "AUTO");
      case Choice.None() -> config.put("mode", "NONE");
      case Choice.Required() -> config.put("mode", "ANY");
      case Choice.Specific(String name) ->
          config.put("mode", "ANY").putArray("allowedFunctionNames").add(name);
    }
  }

  private static void sign(ObjectNode body) {
    for (JsonNode content : body.path("contents")) {
      for (JsonNode part : content.path("parts")) {
        if (part instanceof ObjectNode object && object.has("functionCall")) {
          object.put("thoughtSignature", NO_SIGNATURE);
        }
      }
    }
  }

  private static ObjectNode object(ObjectNode body, String name) {
    return body.path(name) instanceof ObjectNode there ? there : body.putObject(name);
  }

  @Override
  public void hear(JsonNode event, Answer answer) {
    if (event.hasNonNull("error")) {
      answer.fails(ErrorText.inStream(event));
      return;
    }
    String blocked = event.path("promptFeedback").path("blockReason").asString("");
    if (!blocked.isEmpty()) {
      answer.ends(End.WITHHELD, blocked);
    }
    String reason = event.path("candidates").path(0).path("finishReason").asString("");
    if (!reason.isEmpty()) {
      answer.ends(end(reason), reason);
    }
    JsonNode usage = event.path("usageMetadata");
    if (usage.isObject()) {
      long thoughts = usage.path("thoughtsTokenCount").asLong(0);
      answer.used(
          usage.path("promptTokenCount").asLong(0),
          usage.path("cachedContentTokenCount").asLong(0),
          usage.path("candidatesTokenCount").asLong(0) + thoughts,
          thoughts);
    }
  }

  private static End end(String reason) {
    return switch (reason) {
      case "STOP" -> End.WHOLE;
      case "MAX_TOKENS" -> End.LENGTH;
      // It has lost its thread, which the next attempt rarely does.
      case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "OTHER" ->
          End.FAULTY;
      default -> End.WITHHELD;
    };
  }
}
