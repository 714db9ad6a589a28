package dev.holdpoint.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import org.jspecify.annotations.Nullable;

@About("A way to a model. Agents outside have routes of their own; see the agents.")
public record RouteView(
    @About("What a run names as its provider.") String name,
    @About("What stands behind it.") @Words({"openai", "anthropic", "gemini", "ollama", "scripted"})
        String provider,
    @About("The model of runs that name none.") String model,
    @OmitIfUnset @About("Who is asked when that model cannot be had for now.")
        @Nullable String fallbackModel,
    @About("Whether runs can be given to it.") boolean ready,
    @OmitIfUnset @About("Why not, and what to do about it.") @Nullable String reason,
    @JsonProperty("default") @About("Whether runs that name no route take it.")
        boolean isDefault) {}
