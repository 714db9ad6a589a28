package dev.holdpoint.agent.process;

/**
 * A call that an earlier daemon was in the middle of when it died.
 *
 * @param wasRunning whether something of it still ran and was ended now
 */
public record Leftover(String runId, String callId, boolean wasRunning) {}
