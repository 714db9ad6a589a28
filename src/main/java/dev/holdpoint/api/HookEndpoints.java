package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.WORK;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.ANEW;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.NATURAL;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.hook.HookBodies.ClaudePermissionRequest;
import dev.holdpoint.api.hook.HookBodies.ClaudePermissionRequestAnswer;
import dev.holdpoint.api.hook.HookBodies.ClaudePreToolUse;
import dev.holdpoint.api.hook.HookBodies.ClaudePreToolUseAnswer;
import dev.holdpoint.api.hook.HookBodies.HookAnswer;
import dev.holdpoint.api.hook.HookBodies.HookToolUse;
import dev.holdpoint.api.json.Limits;
import java.util.List;

/** What hooks of programs call. The same tool use, sent again, finds what was asked before. */
final class HookEndpoints {
  private static final Endpoint.Query WAIT =
      Endpoint.Query.integer(
          "wait_ms",
          0,
          Limits.HOOK_WAIT_MS,
          "How long to wait for a decision; at most hooks.max_wait_ms. "
              + "Unset means hooks.wait_ms.");
  private static final Endpoint.Query ONLY =
      Endpoint.Query.text(
          "only",
          Limits.HOOK_TOOLS,
          "A comma-separated list of tool names, or prefixes followed by *. For "
              + "other tools the program uses its own settings.");
  private static final Endpoint.Query SKIP =
      Endpoint.Query.text(
          "skip",
          Limits.HOOK_TOOLS,
          "A list as in only. For these tools the program uses its own settings.");

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          post(
                  "claudePreToolUse",
                  "/hooks/claude/pre-tool-use",
                  WORK,
                  NATURAL,
                  "Decides whether Claude Code may use a tool; waits for a decision")
              .takes(ClaudePreToolUse.class, 200, ClaudePreToolUseAnswer.class)
              .makesRun()
              .with(
                  WAIT,
                  Endpoint.Query.word(
                      "then",
                      List.of("defer", "ask", "deny"),
                      "The answer if there is no decision in time. With defer the request stays"
                          + " pending; ask and deny withdraw it. Unset means defer, or deny in the"
                          + " modes acceptEdits, auto and bypassPermissions."),
                  ONLY,
                  SKIP),
          post(
                  "claudePermissionRequest",
                  "/hooks/claude/permission-request",
                  WORK,
                  ANEW,
                  "Decides a request that Claude Code shows to its user, if it is decided "
                      + "here first")
              .takes(ClaudePermissionRequest.class, 200, ClaudePermissionRequestAnswer.class)
              .makesRun()
              .with(
                  WAIT,
                  Endpoint.Query.word(
                      "then",
                      List.of("ask", "deny"),
                      "The answer if there is no decision in time; the request is then "
                          + "withdrawn. ask, the default, leaves it to Claude Code's own dialog."),
                  ONLY,
                  SKIP),
          post(
                  "claudePostToolUse",
                  "/hooks/claude/post-tool-use",
                  WORK,
                  NATURAL,
                  "Reports the result of a tool use that was allowed; always answered at once")
              .takes(HookToolUse.class, 200, HookAnswer.class),
          post(
                  "hookPreToolUse",
                  "/hooks/{program}/pre-tool-use",
                  WORK,
                  NATURAL,
                  "Decides whether a program may use a tool; waits for a decision")
              .takes(HookToolUse.class, 200, HookAnswer.class)
              .makesRun()
              .with(
                  WAIT,
                  Endpoint.Query.word(
                      "then",
                      List.of("ask", "deny"),
                      "The answer if there is no decision in time; the request is then "
                          + "withdrawn. Unset means deny; ask is for copilot, cursor and gemini, "
                          + "which then ask their user."),
                  ONLY,
                  SKIP),
          post(
                  "hookPermissionRequest",
                  "/hooks/{program}/permission-request",
                  WORK,
                  ANEW,
                  "Decides a request that a program shows to its user, if it is decided "
                      + "here first")
              .takes(HookToolUse.class, 200, HookAnswer.class)
              .makesRun()
              .with(
                  WAIT,
                  Endpoint.Query.word(
                      "then",
                      List.of("ask", "deny"),
                      "The answer if there is no decision in time; the request is then "
                          + "withdrawn. ask, the default, leaves it to the program's own dialog."),
                  ONLY,
                  SKIP),
          post(
                  "hookOver",
                  "/hooks/{program}/over",
                  WORK,
                  NATURAL,
                  "Withdraws what the program's own user has settled; always answered at once")
              .takes(HookToolUse.class, 200, HookAnswer.class));

  private HookEndpoints() {}
}
