package dev.holdpoint.engine.permission;

import dev.holdpoint.core.permission.PatternKeys;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.Target;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.AgentCall;
import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A call as permission rules see it. An agent outside calls what it does whatever it likes, so its
 * calls go by the agent's name and that: {@code acp:claude/Bash}. A rule for a tool of the daemon's
 * own, or for another agent, does not speak for them.
 *
 * @param name what the tool of a rule is held against
 * @param title what it is held against too: rules of before name an agent's command by its title
 * @param command null where there is none that a rule could look at
 * @param grants what may be granted with it
 * @param unusual whether the command may do more than its words say, so that no rule for commands
 *     allows it; one that denies it holds
 * @param target what it goes to; null where its tool goes to nothing that rules understand
 */
public record MatchableCall(
    String name,
    String title,
    @Nullable String command,
    Grants grants,
    boolean unusual,
    @Nullable Target target) {
  private static final String REQUEST = "request_approval";

  /** What the routes of agents begin with, and no other. */
  static final String AGENT = "acp:";

  /** What the tools of programs begin with that ask by a hook. */
  static final String HOOK = "hook:";

  private static final String CUT_SHORT = "…";

  /** What a person who allows a call may allow from now on. */
  public enum Grants {
    /** Every call of the tool, or the patterns of its command. */
    ALL,
    /** This very command: it was taken from a title. */
    COMMAND,
    /** Nothing: a shell whose command is not known. */
    NONE,
    /** Nothing: the call changes what the agent asks about. */
    NO_MODE
  }

  /** Whether the call is itself a request for approval, which nobody can answer beforehand. */
  public boolean isRequest() {
    return name.equals(REQUEST);
  }

  public static MatchableCall of(Run run, ToolCall call) {
    if (run.head().isServed()) {
      return ofAgent(run.head().actorId(), call);
    }
    String route = run.head().provider();
    return route.startsWith(AGENT) ? under(route, call) : of(call, CallTargets.place(run, call));
  }

  public static MatchableCall ofAgent(String agent, ToolCall call) {
    return under(AGENT + agent, call);
  }

  /**
   * A tool of a program that asks by its hook, as a call: {@code hook:codex/Bash}. The call carries
   * the mark of a hook, by which it is known whenever it is looked at again. Claude Code's tools
   * have plain names and are no such calls.
   *
   * @param tool the program's own name for it
   * @param input an object
   */
  public static ToolCall hookCall(String id, String program, String tool, Json input) {
    return new ToolCall(id, HOOK + program + "/" + tool, input, ShellCommands.ofHook(tool, input));
  }

  /**
   * Of whoever is no agent that the daemon knows by name, and must not pass for one, nor for a
   * hook.
   */
  public static MatchableCall of(ToolCall call) {
    return of(call, null);
  }

  /**
   * The same of a call whose path was looked up.
   *
   * @param place where it leads, below the workspace; null or empty where that is not known
   */
  public static MatchableCall of(ToolCall call, @Nullable String place) {
    AgentCall said = call.agent();
    if (said != null && said.kind() == AgentCall.Kind.HOOK) {
      return ofHook(call, said);
    }
    if (call.tool().startsWith(AGENT) || call.tool().startsWith(HOOK)) {
      return under("external", call);
    }
    String command = ShellCommands.of(call);
    return new MatchableCall(
        call.tool(),
        call.tool(),
        command,
        command == null && ShellCommands.isShell(call.tool()) ? Grants.NONE : Grants.ALL,
        ShellCommands.isUnusual(call),
        CallTargets.of(call, place));
  }

  private static MatchableCall ofHook(ToolCall call, AgentCall said) {
    boolean runs = said.command() == null && ShellCommands.isHookShell(said.tool());
    return new MatchableCall(
        call.tool(),
        call.tool(),
        said.command(),
        runs ? Grants.NONE : Grants.ALL,
        said.unusual(),
        null);
  }

  // What an agent understands by a command is known only where its kind of agent says so.
  private static MatchableCall under(String owner, ToolCall call) {
    String title = owner + "/" + call.tool();
    AgentCall agent = call.agent();
    if (agent == null || agent.kind() == AgentCall.Kind.HOOK) {
      // A shell's call of before says nothing of its command; a grant would be for all commands.
      Grants grants = ShellCommands.isAgentShell(call.tool()) ? Grants.NONE : Grants.ALL;
      return new MatchableCall(title, title, null, grants, false, null);
    }
    if (agent.kind() == AgentCall.Kind.MODE) {
      return new MatchableCall(title, title, null, Grants.NO_MODE, false, null);
    }
    return new MatchableCall(
        owner + "/" + agent.tool(),
        title,
        agent.command(),
        agent.command() == null ? Grants.NONE : agent.exact() ? Grants.COMMAND : Grants.ALL,
        agent.unusual(),
        null);
  }

  /** The call as it would be with another input. */
  public static ToolCall edited(Run run, ToolCall call, Json input) {
    ClientCall client = run.head().client();
    String program = client == null ? null : client.program();
    if (program == null || call.agent() == null) {
      return new ToolCall(call.id(), call.tool(), input);
    }
    return hookCall(call.id(), program, call.tool().substring(call.tool().indexOf('/') + 1), input);
  }

  /** What whoever is asked about the call may grant for longer, the most exact first. */
  public List<String> patternKeys() {
    return switch (grants) {
      case ALL ->
          target != null
              ? targetKeys(target)
              : command == null ? List.of(name) : PatternKeys.of(command);
      case COMMAND -> PatternKeys.of(String.valueOf(command)).subList(0, 1);
      case NONE -> ShellCommands.isShell(name) ? List.of(name) : List.of();
      case NO_MODE -> List.of();
    };
  }

  /**
   * Each is wider than the one before; what is dangerous is granted as it stands, or not at all.
   */
  private List<String> targetKeys(Target to) {
    List<String> keys = to.keys(name);
    if (keys.isEmpty() || HighRisk.isSeenIn(to)) {
      return keys.stream().limit(1).toList();
    }
    return Stream.concat(keys.stream(), Stream.of(name)).toList();
  }

  /**
   * Whether an allow rule that fits the names and the command may allow the call. What an agent
   * calls a command is for it to choose, so a rule for something else does not allow one by its
   * title, and a command that was taken from a title is allowed only as it stands.
   */
  boolean takes(PermissionRule rule) {
    boolean runs = command != null || grants == Grants.NONE;
    return switch (grants) {
      case NO_MODE -> false;
      case COMMAND -> !rule.noCommands() && !rule.isFirstWords() && !isMore(rule);
      case ALL, NONE -> !(runs && rule.noCommands()) && !isMore(rule);
    };
  }

  private boolean isMore(PermissionRule rule) {
    return unusual && rule.commandPattern() != null;
  }

  /** Whether it runs a command that nobody here can read. */
  boolean isUnreadShell() {
    return command == null && grants == Grants.NONE;
  }

  /** The same, which goes there. */
  MatchableCall goingTo(@Nullable Target there) {
    return new MatchableCall(name, title, command, grants, unusual, there);
  }

  /** All that the tool of a rule is held against. */
  public Set<String> names() {
    return name.equals(title) ? Set.of(name) : Set.of(name, title);
  }

  /** Whether a rule with this name would speak for calls of this name alone. */
  boolean isNamedExactly() {
    return PermissionRule.isToolPattern(name) && name.indexOf('*') < 0 && !name.endsWith(CUT_SHORT);
  }
}
