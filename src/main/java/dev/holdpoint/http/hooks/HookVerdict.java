package dev.holdpoint.http.hooks;

import tools.jackson.databind.JsonNode;

/** What a program is told about a tool use. Nothing but an explicit yes is an {@link Allow}. */
public sealed interface HookVerdict {
  /**
   * @param input with which the tool is to run: as it was shown, as somebody changed it, or with
   *     the answers in it
   */
  record Allow(JsonNode input) implements HookVerdict {}

  record Deny(String message) implements HookVerdict {}

  /** Nobody has decided yet. */
  record Open() implements HookVerdict {}
}
