package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("One event of a run, with its place in the order of everything.")
public record RunEventEntry(
    @About("A decimal number as text, ascending over the whole daemon.") String eventId,
    long timestampMs,
    String runId,
    String sessionId,
    String agentId,
    RunEvent event) {}
