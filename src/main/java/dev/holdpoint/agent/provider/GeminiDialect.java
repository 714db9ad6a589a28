package dev.holdpoint.agent.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.agent.model.ModelRequest.ToolSpec;
import dev.holdpoint.agent.provider.ProviderAnswer.End;
import dev.holdpoint.agent.provider.TurnRequest.Choice;
import dev.holdpoint.engine.json.JsonTree;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import java.util.HexFormat;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The Gemini API of Google. */
public final class GeminiDialect implements ProviderDialect {
  /** From here on calls must carry a signature, and go together with a format. */
  private static final Pattern THIRD = Pattern.compile("(models/)?gemini-([3-9]|[1-9][0-9]).*");

  /** With or without what it is a kind of; no part of it begins with a dot. */
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_@-][A-Za-z0-9_@.-]*(/[A-Za-z0-9_@-][A-Za-z0-9_@.-]*)*");

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
        .modelName(segment(model))
        .build();
  }

  @Override
  public void complete(ObjectNode body, TurnRequest wish) {
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
  public void hear(JsonNode event, ProviderAnswer answer) {
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
      long thoughts = ProviderAnswer.count(usage, "thoughtsTokenCount");
      answer.used(
          ProviderAnswer.count(usage, "promptTokenCount"),
          ProviderAnswer.count(usage, "cachedContentTokenCount"),
          ProviderAnswer.count(usage, "candidatesTokenCount") + thoughts,
          thoughts);
    }
  }

  /** What the model thinks is not what it says, and a call that needs nothing may bring nothing. */
  @Override
  public JsonNode plain(JsonNode event) {
    JsonNode clean = event.deepCopy();
    for (JsonNode candidate : clean.path("candidates")) {
      if (candidate.path("content").path("parts") instanceof ArrayNode parts) {
        parts.removeIf(part -> part.path("thought").asBoolean(false));
        for (JsonNode part : parts) {
          if (part.path("functionCall") instanceof ObjectNode call && !call.hasNonNull("args")) {
            call.putObject("args");
          }
        }
      }
    }
    return clean;
  }

  /**
   * The name stands in the path of the request. One that is no plain name is written so that it
   * stays in its place there, and Google says that there is no such model.
   */
  private static String segment(String model) {
    if (NAME.matcher(model).matches()) {
      return model;
    }
    StringBuilder encoded = new StringBuilder();
    for (byte b : model.getBytes(UTF_8)) {
      char c = (char) (b & 0xff);
      if ((c < 0x80 && Character.isLetterOrDigit(c)) || c == '-' || c == '_') {
        encoded.append(c);
      } else {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    return encoded.toString();
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
