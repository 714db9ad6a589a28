package dev.holdpoint.core.policy;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.permission.ShellCommand;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What policies look at in a gate.
 *
 * @param agent {@code native}, {@code acp:<name>}, {@code hook}, {@code mcp:<client name>} or
 *     {@code external}
 * @param tools the names that the tool goes by; empty for a question
 * @param command the command of a shell call; null where there is none, or none that can be read
 * @param unreadable whether the call runs a command that cannot be read, or that may do more than
 *     its words say
 * @param risk the word of the asker
 * @param requesters the names of the principal that submitted the run
 */
public record GateFacts(
    GateKind kind,
    String tenantId,
    String sessionId,
    @Nullable String personaId,
    String agent,
    Set<String> tools,
    @Nullable ShellCommand command,
    boolean unreadable,
    Risk risk,
    Set<String> requesters) {}
