package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("An action on this object, and the reason if it is not allowed.")
public record ActionView(String action, boolean allowed, @OmitIfUnset @Nullable String reason) {}
