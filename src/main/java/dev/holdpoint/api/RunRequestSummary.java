package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import org.jspecify.annotations.Nullable;

@About("A summary of the request, and the model that answered.")
public record RunRequestSummary(
    String sourcePlugin,
    String sourceKind,
    String actorId,
    String textPreview,
    @About("The route that was used.") @Nullable String provider,
    @About("The model that was used.") @Nullable String model,
    int approvalCount,
    int questionCount) {}
