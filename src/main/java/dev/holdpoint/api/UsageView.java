package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("What a run's turns have used, added up.")
public record UsageView(
    @About("All that the model was given, with what its provider had cached.") long inputTokens,
    @About("All that it made, with what it thought.") long outputTokens,
    @OmitIfUnset @About("Of the input tokens, those that were cached.")
        @Nullable Long cachedInputTokens,
    @OmitIfUnset @About("Of the output tokens, those that nobody sees.")
        @Nullable Long reasoningTokens,
    @About("How many turns that are; attempts that gave none are not counted.") int modelCalls,
    @About("Who answered last: the run's model, or its fallback.") String model,
    @OmitIfUnset
        @About(
            "By the prices of the route, as an exact decimal; unset when a turn's price is not known.")
        @Nullable String costUsd) {}
