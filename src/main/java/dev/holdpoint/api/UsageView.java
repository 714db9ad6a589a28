package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("The usage of all turns of a run together.")
public record UsageView(
    @About("All input tokens, including cached ones.") long inputTokens,
    @About("All output tokens, including reasoning.") long outputTokens,
    @OmitIfUnset @About("The part of the input tokens that was cached.")
        @Nullable Long cachedInputTokens,
    @OmitIfUnset @About("The part of the output tokens that is reasoning.")
        @Nullable Long reasoningTokens,
    @About("Number of turns; failed attempts are not counted.") int modelCalls,
    @About("The model that answered last: the run's model, or its fallback.") String model,
    @OmitIfUnset
        @About(
            "The cost by the prices of the route, as an exact decimal; unset if the "
                + "price of a turn is unknown.")
        @Nullable String costUsd) {}
