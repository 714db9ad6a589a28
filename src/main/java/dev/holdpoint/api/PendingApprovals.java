package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import org.jspecify.annotations.Nullable;

@About("The session's oldest pending approval, and the number of pending ones.")
public record PendingApprovals(@Nullable PendingApproval pending, int pendingCount) {}
