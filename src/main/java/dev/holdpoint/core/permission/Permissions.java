package dev.holdpoint.core.permission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which rule speaks for a call. */
public final class Permissions {
  private Permissions() {}

  /** What happens to the call, and the rule that said so; null when it was the tool's default. */
  public record Decision(Behavior behavior, @Nullable PermissionRule rule) {}

  /**
   * A rule that has something to say about a call.
   *
   * @param suspects whether the command only may run what the rule denies, so that a person is
   *     asked, whichever rule allows it
   */
  public record Match(PermissionRule rule, boolean suspects) {}

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
    return decide(rules, tool, command, null, toolDefault, nowMs);
  }

  /**
   * The same of a call that goes somewhere.
   *
   * @param target null for a tool whose calls have none
   */
  public static Decision decide(
      List<PermissionRule> rules,
      String tool,
      @Nullable String command,
      @Nullable Target target,
      Behavior toolDefault,
      long nowMs) {
    return strongest(matching(rules, Set.of(tool), command, target, nowMs), toolDefault);
  }

  /**
   * Those that have something to say about such a call now.
   *
   * @param tools the names that the call goes by
   */
  public static List<Match> matching(
      List<PermissionRule> rules,
      Set<String> tools,
      @Nullable String command,
      @Nullable Target target,
      long nowMs) {
    ShellCommand shell = command == null || rules.isEmpty() ? null : ShellCommand.of(command);
    List<Match> matching = new ArrayList<>();
    for (PermissionRule rule : rules) {
      if (rule.isLiveAt(nowMs) && tools.stream().anyMatch(rule::matchesTool)) {
        if (matches(rule, shell, target)) {
          matching.add(new Match(rule, false));
        } else if (suspects(rule, shell)) {
          matching.add(new Match(rule, true));
        }
      }
    }
    return matching;
  }

  /** Whether a rule that denies commands is about this tool, of which no command is known. */
  public static boolean deniesCommands(List<PermissionRule> rules, Set<String> tools, long nowMs) {
    return rules.stream()
        .filter(rule -> rule.behavior() == Behavior.DENY && rule.commandPattern() != null)
        .anyMatch(rule -> rule.isLiveAt(nowMs) && tools.stream().anyMatch(rule::matchesTool));
  }

  /** Those that want a passkey for commands of this tool, of which no command is known. */
  public static List<Match> stepUpCommands(
      List<PermissionRule> rules, Set<String> tools, long nowMs) {
    return rules.stream()
        .filter(rule -> rule.stepUp() && rule.commandPattern() != null)
        .filter(rule -> rule.isLiveAt(nowMs) && tools.stream().anyMatch(rule::matchesTool))
        .map(rule -> new Match(rule, true))
        .toList();
  }

  /** Which of the rules that match is heard. */
  public static Decision strongest(List<Match> matching, Behavior toolDefault) {
    PermissionRule rule =
        matching.stream()
            .filter(match -> !match.suspects)
            .map(Match::rule)
            .min(STRONGEST_FIRST)
            .orElse(null);
    if (matching.stream().anyMatch(Match::suspects)
        && (rule == null ? toolDefault : rule.behavior()) == Behavior.ALLOW) {
      return new Decision(Behavior.ASK, null);
    }
    return rule == null ? new Decision(toolDefault, null) : new Decision(rule.behavior(), rule);
  }

  /** Whether the rule has something to say about such a call, whatever others say. */
  public static boolean matches(
      PermissionRule rule, Set<String> tools, @Nullable String command, @Nullable Target target) {
    return tools.stream().anyMatch(rule::matchesTool)
        && matches(rule, command == null ? null : ShellCommand.of(command), target);
  }

  /**
   * Whether a rule with this pattern that asks or denies would hold the command back: one of its
   * parts fits, or it may run what the pattern names without showing it.
   */
  public static boolean concerns(String commandPattern, ShellCommand command) {
    CommandPattern pattern = CommandPattern.parse(commandPattern);
    return pattern.holdsBack(command) || pattern.suspects(command);
  }

  /** Whether a rule with this pattern that allows would let the whole command run. */
  public static boolean lets(String commandPattern, ShellCommand command) {
    return CommandPattern.parse(commandPattern).lets(command);
  }

  private static boolean matches(
      PermissionRule rule, @Nullable ShellCommand command, @Nullable Target target) {
    TargetPattern place = rule.targetPattern();
    if (place != null) {
      return target != null
          && (rule.behavior() == Behavior.ALLOW ? place.covers(target) : place.concerns(target));
    }
    if (rule.commandPattern() == null) {
      return true;
    }
    if (command == null) {
      return false;
    }
    CommandPattern pattern = CommandPattern.parse(rule.commandPattern());
    return rule.behavior() == Behavior.ALLOW ? pattern.lets(command) : pattern.holdsBack(command);
  }

  private static boolean suspects(PermissionRule rule, @Nullable ShellCommand command) {
    return command != null
        && rule.behavior() == Behavior.DENY
        && rule.commandPattern() != null
        && CommandPattern.parse(rule.commandPattern()).suspects(command);
  }

  private static final Comparator<PermissionRule> STRONGEST_FIRST =
      Comparator.<PermissionRule>comparingInt(rule -> rule.behavior() == Behavior.DENY ? 0 : 1)
          .thenComparingInt(Permissions::distance)
          .thenComparingInt(Permissions::spread)
          .thenComparingInt(Permissions::methods)
          .thenComparingInt(rule -> rule.isToolPrefix() ? 1 : 0)
          .thenComparingInt(rule -> -rule.toolPattern().length())
          .thenComparing(rule -> rule.scope().kind())
          .thenComparingLong(rule -> -rule.createdAtMs())
          .thenComparingInt(rule -> rule.behavior() == Behavior.ASK ? 0 : 1)
          .thenComparing(PermissionRule::id);

  private static int distance(PermissionRule rule) {
    TargetPattern place = rule.targetPattern();
    if (place != null) {
      return place.isPrefix() ? 1 : 0;
    }
    if (rule.commandPattern() == null) {
      return 2;
    }
    return CommandPattern.parse(rule.commandPattern()).prefix() ? 1 : 0;
  }

  // Of two prefixes that both match, the longer one says more.
  private static int spread(PermissionRule rule) {
    TargetPattern place = rule.targetPattern();
    if (place != null) {
      return -place.length();
    }
    return rule.commandPattern() == null
        ? 0
        : -CommandPattern.parse(rule.commandPattern()).text().length();
  }

  private static int methods(PermissionRule rule) {
    TargetPattern place = rule.targetPattern();
    return place == null ? 0 : place.methodCount();
  }
}
