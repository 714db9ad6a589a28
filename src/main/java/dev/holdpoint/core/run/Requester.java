package dev.holdpoint.core.run;

/** The child that asks: who it is, and which call of which run waits for the answer. */
public record Requester(
    String agentId, String sessionId, long runKey, String runId, String callId) {}
