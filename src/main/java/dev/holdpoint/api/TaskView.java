package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A task for one session.")
public record TaskView(
    String taskId,
    String projectId,
    String title,
    String sessionId,
    String content,
    TaskStatus status,
    @About("The newest run that was started for it.") @OmitIfUnset @Nullable String runId,
    @OmitIfUnset @Nullable Long startedAtMs,
    long createdAtMs) {}
