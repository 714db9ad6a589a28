package dev.holdpoint.api;

import static dev.holdpoint.api.Draft.post;
import static dev.holdpoint.api.Endpoint.Access.WORK;
import static dev.holdpoint.api.Endpoint.Idempotency.ANEW;
import static dev.holdpoint.api.Endpoint.Idempotency.NATURAL;

import java.util.List;

/**
 * What Claude Code's HTTP hooks call. The same tool use, sent again, finds what was asked before.
 */
final class HookEndpoints {
  private static final Endpoint.Query WAIT =
      Endpoint.Query.integer(
          "wait_ms",
          0,
          Limits.HOOK_WAIT_MS,
          "How long to wait for somebody; never longer than hooks.claude.max_wait_ms. Unset means"
              + " hooks.claude.wait_ms.");
  private static final Endpoint.Query ONLY =
      Endpoint.Query.text(
          "only",
          Limits.HOOK_TOOLS,
          "Names of tools, or beginnings of names followed by *, with commas between them: about"
              + " others nobody is asked, and Claude Code goes by its own settings.");

  static final List<Endpoint> ALL =
      Draft.all(
          post(
                  "claudePreToolUse",
                  "/hooks/claude/pre-tool-use",
                  WORK,
                  NATURAL,
                  "Whether Claude Code may use a tool; waits for somebody to decide")
              .takes(ClaudePreToolUse.class, 200, ClaudePreToolUseAnswer.class)
              .makesRun()
              .with(
                  WAIT,
                  Endpoint.Query.word(
                      "then",
                      List.of("defer", "ask", "deny"),
                      "What is answered when nobody has decided in that time. Only what is deferred"
                          + " waits on; ask and deny withdraw it. Unset means defer, and deny in"
                          + " the modes acceptEdits, auto and bypassPermissions."),
                  ONLY),
          post(
                  "claudePermissionRequest",
                  "/hooks/claude/permission-request",
                  WORK,
                  ANEW,
                  "What Claude Code asks its user, answered by whoever decides here first")
              .takes(ClaudePermissionRequest.class, 200, ClaudePermissionRequestAnswer.class)
              .makesRun()
              .with(
                  WAIT,
                  Endpoint.Query.word(
                      "then",
                      List.of("ask", "deny"),
                      "What is answered when nobody has decided in that time; it is withdrawn then."
                          + " ask leaves it to Claude Code's own dialog, and is meant when unset."),
                  ONLY));

  private HookEndpoints() {}
}
