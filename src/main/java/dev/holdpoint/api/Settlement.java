package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Words;

@About("The earlier decision: who, when and what.")
public record Settlement(
    String by,
    long atMs,
    @Words({"allow", "deny", "answered", "declined", "cancelled", "expired", "withdrawn"})
        String behavior) {}
