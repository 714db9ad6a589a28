package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import org.jspecify.annotations.Nullable;

@About("The session's oldest approval that waits, and how many do.")
public record PendingApprovals(@Nullable PendingApproval pending, int pendingCount) {}
