package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

@About(
    "Generation settings for the model. Unset members use the session's, the "
        + "route's or the provider's setting.")
public record Generation(
    @Length(min = 1, max = Limits.NAME) @OmitIfUnset @Nullable String model,
    @Length(min = 1, max = Limits.NAME)
        @OmitIfUnset
        @About("Model to use while the first one is unavailable.")
        @Nullable String fallbackModel,
    @JsonLength(max = Limits.CHOICE)
        @OmitIfUnset
        @About(
            "{\"type\": auto, none or required}, or {\"type\": \"specific\", \"name\"}; a bare word is read as the type.")
        @Nullable JsonNode toolChoice,
    @OmitIfUnset @Nullable Boolean allowParallelToolCalls,
    @Range(min = 1, max = Limits.OUTPUT_TOKENS) @OmitIfUnset @Nullable Integer maxOutputTokens,
    @Range(min = 0, max = 2) @OmitIfUnset @Nullable BigDecimal temperature,
    @MustBeObject
        @JsonLength(max = Limits.METADATA)
        @OmitIfUnset
        @About("{\"type\": \"text\"}, or {\"type\": \"structured_json\", \"schema\": JSON Schema}.")
        @Nullable JsonNode responseFormat) {
  public Generation {
    toolChoice = Copies.orNull(toolChoice);
    responseFormat = Copies.orNull(responseFormat);
  }
}
