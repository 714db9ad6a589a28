package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("Work for a session at certain times.")
public record ScheduleView(
    String scheduleId,
    String sessionId,
    String content,
    ScheduleTrigger trigger,
    ScheduleOverlap overlap,
    ScheduleMisfire misfire,
    boolean enabled,
    @About("When it is due next; null if it is disabled or has no more times.")
        @Nullable Long nextAtMs,
    @OmitIfUnset @Nullable String lastRunId,
    @OmitIfUnset @Nullable Long lastFiredAtMs,
    @About("Times that were skipped because its last run had not ended.") int overlapSkips,
    @About("Times that were missed; times missed together count once.") int misfireSkips,
    @About("Why it could not run last time; a schedule that can never run again is disabled.")
        @OmitIfUnset
        @Nullable String lastError,
    long createdAtMs) {}
