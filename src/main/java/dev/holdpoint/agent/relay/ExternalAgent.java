package dev.holdpoint.agent.relay;

import dev.holdpoint.agent.peer.Peer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An agent outside, as it is configured.
 *
 * @param name without the {@code acp:} of its route
 * @param folder where it works; null for each session's own
 */
public record ExternalAgent(String name, Peer peer, @Nullable Path folder) {}
