package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import org.jspecify.annotations.Nullable;

@About("The session's oldest pending question, and the number of pending requests.")
public record PendingClarifications(@Nullable PendingClarification pending, int pendingCount) {}
