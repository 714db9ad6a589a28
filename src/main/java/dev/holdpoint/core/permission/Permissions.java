package dev.holdpoint.core.permission;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which rule speaks for a call. */
public final class Permissions {
  private Permissions() {}

  /** What happens to the call, and the rule that said so; null when it was the tool's default. */
  public record Decision(Behavior behavior, @Nullable PermissionRule rule) {}

  /**
   * Deny wins; then the most exact rule. Two equally exact rules are told apart by their scope
   * (narrower first) and age (newer first), so that a person's last word counts.
   *
   * @param rules those whose scope covers the call
   * @param command the command of a shell call; null for any other tool
   */
  public static Decision decide(
      List<PermissionRule> rules,
      String tool,
      @Nullable String command,
      Behavior toolDefault,
      long nowMs) {
    return strongest(matching(rules, tool, command, nowMs), toolDefault);
  }

  /** Those that have something to say about such a call now. */
  public static List<PermissionRule> matching(
      List<PermissionRule> rules, String tool, @Nullable String command, long nowMs) {
    ShellCommand shell = command == null || rules.isEmpty() ? null : ShellCommand.of(command);
    return rules.stream()
        .filter(rule -> rule.isLiveAt(nowMs) && matches(rule, tool, shell))
        .toList();
  }

  /** Which of the rules that match is heard. */
  public static Decision strongest(List<PermissionRule> matching, Behavior toolDefault) {
    return matching.stream()
        .min(STRONGEST_FIRST)
        .map(rule -> new Decision(rule.behavior(), rule))
        .orElseGet(() -> new Decision(toolDefault, null));
  }

  /** Whether the rule has something to say about such a call, whatever others say. */
  public static boolean matches(PermissionRule rule, String tool, @Nullable String command) {
    return matches(rule, tool, command == null ? null : ShellCommand.of(command));
  }

  private static boolean matches(PermissionRule rule, String tool, @Nullable ShellCommand command) {
    if (!rule.matchesTool(tool)) {
      return false;
    }
    if (rule.commandPattern() == null) {
      return true;
    }
    return command != null
        && CommandPattern.parse(rule.commandPattern())
            .matches(command, rule.behavior() == Behavior.ALLOW);
  }

  private static final Comparator<PermissionRule> STRONGEST_FIRST =
      Comparator.<PermissionRule>comparingInt(rule -> rule.behavior() == Behavior.DENY ? 0 : 1)
          .thenComparingInt(Permissions::commandDistance)
          .thenComparingInt(Permissions::commandSpread)
          .thenComparingInt(rule -> rule.isToolPrefix() ? 1 : 0)
          .thenComparingInt(rule -> -rule.toolPattern().length())
          .thenComparing(rule -> rule.scope().kind())
          .thenComparingLong(rule -> -rule.createdAtMs())
          .thenComparingInt(rule -> rule.behavior() == Behavior.ASK ? 0 : 1)
          .thenComparing(PermissionRule::id);

  private static int commandDistance(PermissionRule rule) {
    if (rule.commandPattern() == null) {
      return 2;
    }
    return CommandPattern.parse(rule.commandPattern()).prefix() ? 1 : 0;
  }

  // Of two prefixes that both match, the longer one says more.
  private static int commandSpread(PermissionRule rule) {
    return rule.commandPattern() == null
        ? 0
        : -CommandPattern.parse(rule.commandPattern()).text().length();
  }
}
