package dev.holdpoint.agent.tool;

import dev.holdpoint.core.secret.SecretValues;
import java.nio.file.Path;

/**
 * Where a call runs.
 *
 * @param workspace the session's folder, which exists; no path may lead out of it
 * @param runId the run that calls
 * @param callId the call, unique within the run
 * @param secrets what the call may use of the conversation's secrets; they are taken out of its
 *     result
 */
public record ToolContext(Path workspace, String runId, String callId, SecretValues secrets) {}
