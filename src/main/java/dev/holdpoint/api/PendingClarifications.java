package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import org.jspecify.annotations.Nullable;

@About("The session's oldest question that waits, and how many requests do.")
public record PendingClarifications(@Nullable PendingClarification pending, int pendingCount) {}
