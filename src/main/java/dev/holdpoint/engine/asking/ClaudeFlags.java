package dev.holdpoint.engine.asking;

import dev.holdpoint.core.gate.Caution;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What Claude Code says about how a tool use is to be decided. Any value but false and null counts:
 * one that is not understood makes people more careful, never less.
 *
 * @param suppressAlwaysAllowRule no lasting grant is offered
 * @param defaultToNo a no is the default
 * @param requiresUserInteraction a person decides
 * @param matchedAskRule a rule of its own says that a person decides
 */
public record ClaudeFlags(
    @Nullable JsonNode suppressAlwaysAllowRule,
    @Nullable JsonNode defaultToNo,
    @Nullable JsonNode requiresUserInteraction,
    @Nullable JsonNode matchedAskRule) {
  public static final ClaudeFlags NONE = new ClaudeFlags(null, null, null, null);

  /** Of a {@code can_use_tool} request. */
  public static ClaudeFlags of(JsonNode request) {
    return new ClaudeFlags(
        request.get("suppress_always_allow_rule"),
        request.get("default_to_no"),
        request.get("requires_user_interaction"),
        request.get("matched_ask_rule"));
  }

  /** Null when none of them counts. */
  public @Nullable Caution caution() {
    Caution caution =
        new Caution(
            counts(suppressAlwaysAllowRule),
            counts(defaultToNo),
            counts(requiresUserInteraction) || counts(matchedAskRule));
    return caution.isNone() ? null : caution;
  }

  private static boolean counts(@Nullable JsonNode flag) {
    return flag != null && !flag.isNull() && !(flag.isBoolean() && !flag.booleanValue());
  }
}
