package dev.holdpoint.http.hooks;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.core.problem.Refused;
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

  /** Nobody hears an answer, so what cannot be read settles nothing and is no mistake either. */
  void take(Caller caller, Program program, HookBody sent) {
    SettledElsewhere.Over over;
    try {
      over = read(program, sent);
    } catch (Refused e) {
      return;
    }
    if (over != null) {
      settled.withdraw(
          HookGate.client(caller, program, null),
          over,
          "settled in " + program.path() + " itself",
          BY + program.path());
    }
  }

  /** Null for what settles nothing. */
  private static SettledElsewhere.@Nullable Over read(Program program, HookBody sent) {
    String session = program.session(sent);
    String event = sent.text(Limits.NAME, "hook_event_name");
    if (event != null && OF_SESSIONS.contains(event)) {
      return new SettledElsewhere.Over(session, program.path(), null);
    }
    if (event == null || !OF_TOOLS.contains(event)) {
      return null;
    }
    boolean isWhole = sent.hasUse();
    HookUse use = program.use(isWhole ? sent : sent.withoutUse());
    ToolCall call = isWhole ? program.call("over", use.tool(), JsonTree.write(use.input())) : null;
    return new SettledElsewhere.Over(
        session, program.path(), new SettledElsewhere.Use(use.key(), call));
  }
}
