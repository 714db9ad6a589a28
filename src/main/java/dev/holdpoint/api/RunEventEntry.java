package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("One event of a run, with its position among all events.")
public record RunEventEntry(
    @About("A decimal number as text, ascending across the whole daemon.") String eventId,
    long timestampMs,
    String runId,
    String sessionId,
    String agentId,
    RunEvent event) {}
