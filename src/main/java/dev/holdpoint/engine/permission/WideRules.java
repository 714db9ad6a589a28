package dev.holdpoint.engine.permission;

import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.engine.port.store.Queries;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds the rules that allow an agent outside every command. Rules do not change what they speak
 * for, so only those that are new are looked at, and of those that were found whether they are
 * still there.
 */
public final class WideRules {
  private static final int PAGE = 200;

  private final TreeMap<Long, PermissionRule> found = new TreeMap<>();
  private long seen = Long.MIN_VALUE;

  /** The oldest first; those that say nothing any more are left out. */
  public synchronized List<PermissionRule> look(Queries queries, long nowMs) {
    // Nodes commit side by side, so a key that is a little lower may come a little later.
    long from = Long.MAX_VALUE;
    long newest = seen;
    List<PermissionRule> page;
    do {
      page = queries.keptBelow(PermissionRule.KIND, null, from, PAGE);
      for (PermissionRule rule : page) {
        newest = Math.max(newest, rule.key());
        from = rule.key();
        if (isWide(rule)) {
          found.put(rule.key(), rule);
        }
      }
    } while (page.size() == PAGE && from > seen);
    seen = newest;
    Collection<PermissionRule> left =
        found.isEmpty() ? List.of() : queries.keptAmong(PermissionRule.KIND, found.keySet());
    found.clear();
    left.forEach(rule -> found.put(rule.key(), rule));
    return found.values().stream().filter(rule -> rule.isLiveAt(nowMs)).toList();
  }

  /** Whether a rule allows every command of an agent's shell. */
  static boolean isWide(PermissionRule rule) {
    return rule.behavior() == Behavior.ALLOW
        && rule.commandPattern() == null
        && rule.target() == null
        && isAgentsShell(rule.toolPattern());
  }

  /** Whether a rule names a single tool of an agent outside, and it is no shell. */
  static boolean isPlainTool(String pattern) {
    return pattern.startsWith(MatchableCall.AGENT)
        && !pattern.endsWith("*")
        && !isAgentsShell(pattern);
  }

  private static boolean isAgentsShell(String pattern) {
    return isShellOf(MatchableCall.AGENT, ShellCommands.agentShells(), pattern)
        || isShellOf(MatchableCall.HOOK, ShellCommands.hookShells(), pattern);
  }

  private static boolean isShellOf(String owners, Stream<String> shells, String pattern) {
    if (pattern.endsWith("*") && owners.startsWith(withoutStar(pattern))) {
      return true;
    }
    if (!pattern.startsWith(owners)) {
      return false;
    }
    int slash = pattern.indexOf('/');
    if (slash < 0) {
      // Without a slash it is the beginning of an agent's name, or names no tool.
      return pattern.endsWith("*");
    }
    String tool = pattern.substring(slash + 1);
    return shells.anyMatch(shell -> PermissionRule.coversTool(tool, shell));
  }

  private static String withoutStar(String pattern) {
    return pattern.substring(0, pattern.length() - 1);
  }
}
