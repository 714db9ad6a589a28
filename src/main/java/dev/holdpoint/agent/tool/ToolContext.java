package dev.holdpoint.agent.tool;

import java.nio.file.Path;

/**
 * Where a call runs.
 *
 * @param workspace the session's folder, which exists; no path may lead out of it
 * @param runId the run that calls
 * @param callId the call, unique within the run
 */
public record ToolContext(Path workspace, String runId, String callId) {}
