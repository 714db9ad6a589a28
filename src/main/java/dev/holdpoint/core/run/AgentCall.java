package dev.holdpoint.core.run;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a call of an agent outside beyond its title, for the rules that look at it.
 *
 * @param tool the agent's own name for the tool
 * @param command of a shell; null where it is not known, and for a change of mode
 * @param exact whether the command is only as sure as the title it was taken from, so that nothing
 *     wider is offered
 * @param unusual whether the call may do more than the words of its command say
 */
public record AgentCall(
    Kind kind, String tool, @Nullable String command, boolean exact, boolean unusual) {
  public enum Kind {
    SHELL,
    /** It changes what the agent asks about. */
    MODE,
    /** A tool of a program that asks by its hook. Nobody else's call has this mark. */
    HOOK
  }

  public static AgentCall shell(String tool, @Nullable String command) {
    return new AgentCall(Kind.SHELL, tool, command, false, false);
  }
}
