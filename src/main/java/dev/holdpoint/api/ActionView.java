package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("Something a person could do here, and why not where it is not allowed.")
public record ActionView(String action, boolean allowed, @OmitIfUnset @Nullable String reason) {}
