package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Whether the daemon answers.")
public record HealthView(@About("ok, or draining while it shuts down.") String status) {}
