package dev.holdpoint.api;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What Claude Code tells of a tool that it wants to use, whichever hook it calls. */
public interface ClaudeToolUse {
  /** Claude Code's own. */
  String sessionId();

  String hookEventName();

  String toolName();

  JsonNode toolInput();

  @Nullable String cwd();

  @Nullable String permissionMode();

  @Nullable String agentType();

  @Nullable JsonNode suppressAlwaysAllowRule();

  @Nullable JsonNode defaultToNo();

  @Nullable JsonNode requiresUserInteraction();

  @Nullable JsonNode matchedAskRule();
}
