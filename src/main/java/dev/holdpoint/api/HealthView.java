package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Words;

@About("The health of the daemon.")
public record HealthView(
    @About("While it shuts down, the answer is 503 instead.") @Words("ok") String status) {}
