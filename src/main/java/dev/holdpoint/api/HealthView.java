package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Words;

@About("Whether the daemon answers.")
public record HealthView(
    @About("While it shuts down, it is 503 instead.") @Words("ok") String status) {}
