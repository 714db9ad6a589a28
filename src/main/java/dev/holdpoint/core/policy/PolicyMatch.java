package dev.holdpoint.core.policy;

import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.Permissions;
import dev.holdpoint.core.permission.ShellCommand;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which gates a policy is for. Every list that is there must have an entry that fits; a list that
 * is null fits everything, but without {@code kinds} only approvals match.
 *
 * @param sessions an id or {@code prefix*}
 * @param tools the tools of permission rules
 * @param commands the commands of permission rules, read as rules that ask or deny read them
 */
public record PolicyMatch(
    @Nullable List<String> kinds,
    @Nullable List<String> sessions,
    @Nullable List<String> personaIds,
    @Nullable List<String> agents,
    @Nullable List<String> tools,
    @Nullable List<String> commands,
    @Nullable List<String> risks) {
  public static final PolicyMatch ALL_APPROVALS =
      new PolicyMatch(null, null, null, null, null, null, null);

  private static final String MCP = "mcp";

  PolicyMatch withoutEmptyLists() {
    return new PolicyMatch(
        orNull(kinds),
        orNull(sessions),
        orNull(personaIds),
        orNull(agents),
        orNull(tools),
        orNull(commands),
        orNull(risks));
  }

  private static @Nullable List<String> orNull(@Nullable List<String> list) {
    return list == null || list.isEmpty() ? null : list;
  }

  public boolean fits(GateKind kind) {
    return kinds == null
        ? kind == GateKind.APPROVAL
        : kinds.contains(kind.name().toLowerCase(Locale.ROOT));
  }

  /** Whether it may match such a gate, as far as its kind and the names of its tool say. */
  public boolean isAbout(GateKind kind, Set<String> names) {
    return fits(kind)
        && one(tools, it -> names.stream().anyMatch(name -> PermissionRule.coversTool(it, name)));
  }

  public boolean matches(GateFacts gate) {
    String persona = gate.personaId();
    return isAbout(gate.kind(), gate.tools())
        && one(sessions, it -> PermissionRule.coversTool(it, gate.sessionId()))
        && one(personaIds, it -> it.equals(persona))
        && one(agents, it -> isAgent(it, gate.agent()))
        && one(risks, it -> it.equals(gate.risk().word()))
        && one(commands, it -> concerns(it, gate));
  }

  /**
   * Whether a deadline may allow the call, as far as its command goes. A policy is also for a
   * command of which one part fits; that the rest runs too is for an allow rule's reading to say.
   */
  boolean letsRun(GateFacts gate) {
    ShellCommand command = gate.command();
    return commands == null
        || (command != null
            && !gate.unreadable()
            && one(commands, it -> Permissions.lets(it, command)));
  }

  private static boolean one(@Nullable List<String> list, Predicate<String> fits) {
    return list == null || list.stream().anyMatch(fits);
  }

  private static boolean isAgent(String entry, String agent) {
    return entry.equals(agent) || (entry.equals(MCP) && agent.startsWith(MCP + ":"));
  }

  private static boolean concerns(String pattern, GateFacts gate) {
    ShellCommand command = gate.command();
    return command == null ? gate.unreadable() : Permissions.concerns(pattern, command);
  }
}
