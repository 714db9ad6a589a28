package dev.holdpoint.http.hooks;

import dev.holdpoint.api.hook.HookBodies.ClaudePermission;
import dev.holdpoint.api.hook.HookBodies.ClaudePermissionRequest;
import dev.holdpoint.api.hook.HookBodies.ClaudePermissionRequestAnswer;
import dev.holdpoint.api.hook.HookBodies.ClaudePreToolUse;
import dev.holdpoint.api.hook.HookBodies.ClaudePreToolUseAnswer;
import dev.holdpoint.api.hook.HookBodies.ClaudeToolUse;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.asking.ClaudeFlags;
import dev.holdpoint.engine.external.ClientGates;
import dev.holdpoint.http.claude.ClaudePrompt;
import dev.holdpoint.http.claude.HookVerdict;
import dev.holdpoint.http.hooks.HookOptions.Then;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import java.util.Map;

/** All handlers of the surface, by the ids of their endpoints. */
public final class HookSurface {
  private final HookGate asking;
  private final Bodies bodies;
  private final HookTimeouts patience;

  private HookSurface(HookGate asking, Bodies bodies, HookTimeouts patience) {
    this.asking = asking;
    this.bodies = bodies;
    this.patience = patience;
  }

  public static Map<String, Handler> handlers(
      HookGate asking, WireJson json, HookTimeouts patience) {
    HookSurface surface = new HookSurface(asking, new Bodies(json), patience);
    return Map.of(
        "claudePreToolUse",
        surface::preToolUse,
        "claudePermissionRequest",
        surface::permissionRequest);
  }

  private Reply preToolUse(Call call) {
    ClaudePreToolUse use = bodies.read(call, ClaudePreToolUse.class);
    checkEvent(use, ClaudePreToolUseAnswer.EVENT);
    HookOptions terms = HookOptions.of(call, patience);
    if (!terms.speakFor(use.toolName())) {
      return Reply.json(200, ClaudePreToolUseAnswer.NONE);
    }
    ClaudePrompt prompt = prompt(use);
    Then then = terms.thenFor(use);
    return asking.ask(
        call,
        new HookGate.Use(
            use.sessionId(),
            ClientGates.Key.passing(use.toolUseId()),
            ClaudePreToolUseAnswer.EVENT,
            prompt,
            terms.waitMs(),
            then == Then.DEFER),
        told -> preToolUse(prompt, then, told));
  }

  private static ClaudePreToolUseAnswer preToolUse(
      ClaudePrompt prompt, Then then, HookGate.Told told) {
    return switch (told.verdict()) {
      case HookVerdict.Allow allow ->
          ClaudePreToolUseAnswer.of(
              ClaudePermission.ALLOW, "Allowed by " + told.by(), prompt.changed(allow));
      case HookVerdict.Deny deny ->
          ClaudePreToolUseAnswer.of(ClaudePermission.DENY, deny.message(), null);
      case HookVerdict.Open _ ->
          switch (then) {
            // Its reason would be read by nobody.
            case DEFER -> ClaudePreToolUseAnswer.of(ClaudePermission.DEFER, null, null);
            case ASK -> ClaudePreToolUseAnswer.of(ClaudePermission.ASK, told.why(), null);
            case DENY -> ClaudePreToolUseAnswer.of(ClaudePermission.DENY, told.why(), null);
          };
    };
  }

  private Reply permissionRequest(Call call) {
    ClaudePermissionRequest use = bodies.read(call, ClaudePermissionRequest.class);
    checkEvent(use, ClaudePermissionRequestAnswer.EVENT);
    HookOptions terms = HookOptions.of(call, patience);
    if (!terms.speakFor(use.toolName())) {
      return Reply.json(200, ClaudePermissionRequestAnswer.NONE);
    }
    ClaudePrompt prompt = prompt(use);
    return asking.ask(
        call,
        new HookGate.Use(
            use.sessionId(),
            ClientGates.Key.NONE,
            ClaudePermissionRequestAnswer.EVENT,
            prompt,
            terms.waitMs(),
            false),
        told -> permissionRequest(prompt, terms, told));
  }

  private static ClaudePermissionRequestAnswer permissionRequest(
      ClaudePrompt prompt, HookOptions terms, HookGate.Told told) {
    return switch (told.verdict()) {
      case HookVerdict.Allow allow -> ClaudePermissionRequestAnswer.allow(prompt.changed(allow));
      case HookVerdict.Deny deny -> ClaudePermissionRequestAnswer.deny(deny.message());
      case HookVerdict.Open _ ->
          terms.then() == Then.DENY
              ? ClaudePermissionRequestAnswer.deny(told.why())
              : ClaudePermissionRequestAnswer.NONE;
    };
  }

  private static ClaudePrompt prompt(ClaudeToolUse use) {
    return ClaudePrompt.of(
        use.toolName(),
        use.toolInput(),
        new ClaudePrompt.Place(use.cwd(), use.permissionMode(), use.agentType()),
        new ClaudeFlags(
            use.suppressAlwaysAllowRule(),
            use.defaultToNo(),
            use.requiresUserInteraction(),
            use.matchedAskRule()));
  }

  /** Each event is answered in its own form, and Claude Code heeds no other. */
  private static void checkEvent(ClaudeToolUse use, String event) {
    if (!use.hookEventName().equals(event)) {
      throw Problem.INVALID_REQUEST
          .because(
              "This URL handles "
                  + event
                  + "; set PreToolUse to /hooks/claude/pre-tool-use and PermissionRequest to "
                  + "/hooks/claude/permission-request.")
          .at("/hook_event_name", "must be " + event)
          .asException();
    }
  }
}
