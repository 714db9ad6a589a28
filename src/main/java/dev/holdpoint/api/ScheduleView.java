package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("Work that a session is given at certain times.")
public record ScheduleView(
    String scheduleId,
    String sessionId,
    String content,
    ScheduleTrigger trigger,
    ScheduleOverlap overlap,
    ScheduleMisfire misfire,
    boolean enabled,
    @About("When it is due next; null when it is disabled or was due for the last time.")
        @Nullable Long nextAtMs,
    @OmitIfUnset @Nullable String lastRunId,
    @OmitIfUnset @Nullable Long lastFiredAtMs,
    @About("How often it was due and a run of it was in the way.") int overlapSkips,
    @About(
            "How often its time was over before anybody looked; times that passed together count"
                + " once.")
        int misfireSkips,
    @About("Why it could not run last time; a schedule that can never run again is disabled.")
        @OmitIfUnset
        @Nullable String lastError,
    long createdAtMs) {}
