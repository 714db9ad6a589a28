package dev.holdpoint.http.hooks;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.external.SettledElsewhere;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.http.server.Caller;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Events after the fact: what a program's user has settled at their terminal waits for nobody here.
 * An event that nobody knows withdraws nothing.
 */
final class HookOver {
  /** What the names of those begin with that settle requests in this way. */
  static final String BY = "hook:";

  /** One tool use is over. */
  private static final Set<String> OF_TOOLS =
      Set.of("PostToolUse", "PostToolUseFailure", "AfterTool", "postToolUse", "postToolUseFailure");

  /** Nothing of the session waits any more. */
  private static final Set<String> OF_SESSIONS =
      Set.of("UserPromptSubmit", "Stop", "SessionEnd", "beforeSubmitPrompt", "stop", "sessionEnd");

  private final SettledElsewhere settled;

  HookOver(SettledElsewhere settled) {
    this.settled = settled;
  }

  void take(Caller caller, Program program, HookBody sent) {
    String session = program.session(sent);
    String event = sent.needed(Limits.NAME, "hook_event_name");
    boolean ofTool = OF_TOOLS.contains(event);
    if (!ofTool && !OF_SESSIONS.contains(event)) {
      return;
    }
    HookUse use = ofTool ? program.use(sent) : null;
    settled.withdraw(
        HookGate.client(caller, program, null),
        new SettledElsewhere.Over(
            session, program.path(), use == null ? null : use.key(), call(program, use)),
        "settled in " + program.path() + " itself",
        BY + program.path());
  }

  private static @Nullable ToolCall call(Program program, @Nullable HookUse use) {
    return use == null ? null : program.call("over", use.tool(), JsonTree.write(use.input()));
  }
}
