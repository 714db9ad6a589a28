package dev.holdpoint.engine;

import dev.holdpoint.core.permission.PatternKeys;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call as permission rules see it. An agent outside calls what it does whatever it likes, so its
 * calls go by the agent's name and that: {@code acp:claude/Bash}. A rule for a tool of the daemon's
 * own, or for another agent, does not speak for them.
 *
 * @param name what the tool of a rule is held against
 * @param command null where there is none that a rule could look at
 * @param unusual whether the command may do more than its words say, so that no rule for commands
 *     allows it; one that denies it holds
 */
public record RuledCall(String name, @Nullable String command, boolean unusual) {
  /** What the routes of agents begin with, and no other. */
  private static final String AGENT = "acp:";

  private static final String CUT_SHORT = "…";

  public static RuledCall of(Run run, ToolCall call) {
    if (ServedSessions.isServed(run)) {
      return ofAgent(run.head().actorId(), call);
    }
    String route = run.head().provider();
    return route.startsWith(AGENT) ? under(route, call) : of(call);
  }

  public static RuledCall ofAgent(String agent, ToolCall call) {
    return under(AGENT + agent, call);
  }

  /** Of whoever is no agent that the daemon knows by name, and must not pass for one. */
  public static RuledCall of(ToolCall call) {
    return call.tool().startsWith(AGENT)
        ? under("external", call)
        : new RuledCall(call.tool(), Commands.of(call), Commands.isUnusual(call));
  }

  // What an agent understands by a command is not known, so rules for commands say nothing of it.
  private static RuledCall under(String owner, ToolCall call) {
    return new RuledCall(owner + "/" + call.tool(), null, false);
  }

  /** What whoever is asked about the call may grant for longer, the most exact first. */
  public List<String> patternKeys() {
    return command == null ? List.of(name) : PatternKeys.of(command);
  }

  /** Whether a rule with this name would speak for calls of this name alone. */
  boolean isNamedExactly() {
    return PermissionRule.isToolPattern(name) && name.indexOf('*') < 0 && !name.endsWith(CUT_SHORT);
  }
}
