package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("The model route of a session, and its generation settings.")
public record RoutePolicy(
    @Length(min = 1, max = Limits.NAME) @OmitIfUnset @About("A route of the daemon, by its name.")
        @Nullable String provider,
    @OmitIfUnset @Nullable Generation generation) {}
