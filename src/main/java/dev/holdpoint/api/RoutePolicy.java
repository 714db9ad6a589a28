package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("Which model route a session prefers, and how the model is asked.")
public record RoutePolicy(
    @Length(min = 1, max = Limits.NAME) @OmitIfUnset @About("A route of the daemon, by its name.")
        @Nullable String provider,
    @OmitIfUnset @Nullable Generation generation) {}
