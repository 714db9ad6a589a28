package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import org.jspecify.annotations.Nullable;

@About("The session's oldest pending question.")
public record PendingClarificationOnly(@Nullable PendingClarification pending) {}
