package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A message to people.")
public record McpNotice(
    @About("Always `told`.") String status,
    String runId,
    String sessionId,
    @OmitIfUnset @Nullable String requestKey) {}
