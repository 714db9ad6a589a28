package dev.holdpoint.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;

@About("A model route. External agents have their own routes; see the agents.")
public record RouteView(
    @About("The name that a run gives as its provider.") String name,
    @About("The kind of provider.") @Words({"openai", "anthropic", "gemini", "ollama", "scripted"})
        String provider,
    @About("The model of runs that name none.") String model,
    @OmitIfUnset @About("The model to use while that one is unavailable.")
        @Nullable String fallbackModel,
    @About("Whether runs can use it.") boolean ready,
    @OmitIfUnset @About("Why not, and what to do about it.") @Nullable String reason,
    @JsonProperty("default") @About("Whether runs that name no route use it.") boolean isDefault) {}
