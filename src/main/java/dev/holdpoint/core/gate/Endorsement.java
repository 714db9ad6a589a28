package dev.holdpoint.core.gate;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.record.Json;
import org.jspecify.annotations.Nullable;

/**
 * One yes of the several that an approval takes.
 *
 * @param by as it is told of whoever decides
 * @param principal who is counted, once
 * @param sent the resolution exactly as it was sent, so that it can be checked later
 * @param role of the token that it came with; null for a signature, and in documents from before
 */
public record Endorsement(String by, String principal, long atMs, Json sent, @Nullable Role role) {}
