package dev.holdpoint.engine.permission;

import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.permission.Permissions;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.team.Project;
import dev.holdpoint.core.team.Task;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.store.Queries;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which permission rules speak for a run, and what they say of a call. */
public final class Rulebook {
  private Rulebook() {}

  /** Where rules and what they are about are found. */
  private interface Shelves {
    List<PermissionRule> rules(String group);

    @Nullable Project project(String id);

    @Nullable Task task(long key);

    PolicyBook policies();
  }

  /**
   * What the rules say at this point of the transaction.
   *
   * @param leftToPeople whether no rule may allow it; a rule that does not decide is not used up
   */
  public static Permissions.Decision decide(
      Change change, Run run, ToolCall call, Behavior toolDefault, boolean leftToPeople) {
    return decide(change, run, call, null, toolDefault, leftToPeople);
  }

  /**
   * The same of a call that the loop is about to make.
   *
   * @param place where its path leads, below the workspace; null for a tool without one
   */
  public static Permissions.Decision decideAt(
      Change change,
      Run run,
      ToolCall call,
      @Nullable String place,
      Behavior toolDefault,
      boolean leftToPeople) {
    Permissions.Decision said =
        decide(
            new InChange(change),
            run,
            call,
            leading(run, call, place),
            null,
            toolDefault,
            change.nowMs());
    return left(said, leftToPeople);
  }

  private static Permissions.Decision left(Permissions.Decision said, boolean toPeople) {
    return toPeople && said.behavior() == Behavior.ALLOW
        ? new Permissions.Decision(Behavior.ASK, null)
        : said;
  }

  private static MatchableCall leading(Run run, ToolCall call, @Nullable String place) {
    return place == null ? MatchableCall.of(run, call) : MatchableCall.of(call, place);
  }

  /**
   * The same of a call that is asked about.
   *
   * @param terms what the asker says of the request; null where it says nothing
   */
  public static Permissions.Decision decide(
      Change change,
      Run run,
      ToolCall call,
      @Nullable RequestTerms terms,
      Behavior toolDefault,
      boolean leftToPeople) {
    Permissions.Decision said =
        decide(
            new InChange(change),
            run,
            call,
            MatchableCall.of(run, call),
            terms,
            toolDefault,
            change.nowMs());
    return left(said, leftToPeople);
  }

  /**
   * Whether a rule, as it is committed, keeps a call from running that would run without leave.
   * Where all rules let calls through, none is read.
   *
   * @param place where the path of the call leads; null for a tool without one
   */
  public static boolean holdsBack(
      Queries queries, Run run, ToolCall call, @Nullable String place, long nowMs) {
    boolean any =
        !queries
            .withTerms(PermissionRule.KIND, groups(run), List.of(PermissionRule.HOLDS_BACK), 1)
            .isEmpty();
    return any
        && decide(
                    new Committed(queries, nowMs),
                    run,
                    call,
                    leading(run, call, place),
                    null,
                    Behavior.ALLOW,
                    nowMs)
                .behavior()
            != Behavior.ALLOW;
  }

  /** Whether a rule wants a passkey for a yes to the call, at this point of the transaction. */
  public static boolean wantsPasskey(Change change, Run run, ToolCall call) {
    // All rules are in hand after the first look; those of a session would be read for each.
    List<PermissionRule> all = change.group(PermissionRule.KIND, null);
    boolean none =
        all.size() < PermissionRule.MOST && all.stream().noneMatch(PermissionRule::stepUp);
    return !none && wantsPasskey(new InChange(change), run, call, change.nowMs());
  }

  /** The same, as it is committed. Where no rule wants one, none is read. */
  public static boolean wantsPasskey(Queries queries, Run run, ToolCall call, long nowMs) {
    return !queries
            .withTerms(PermissionRule.KIND, groups(run), List.of(PermissionRule.STEP_UP), 1)
            .isEmpty()
        && wantsPasskey(new Committed(queries, nowMs), run, call, nowMs);
  }

  /** Also of a command that may run what the rule names without showing it. */
  private static boolean wantsPasskey(Shelves shelves, Run run, ToolCall call, long nowMs) {
    List<PermissionRule> rules =
        groups(run).stream()
            .flatMap(group -> shelves.rules(group).stream())
            .filter(PermissionRule::stepUp)
            .toList();
    if (rules.isEmpty()) {
      return false;
    }
    MatchableCall ruled = MatchableCall.of(run, call);
    return matching(rules, ruled, nowMs).stream()
        .anyMatch(match -> covers(shelves, match.rule(), run));
  }

  /** A shell whose command cannot be read may run what a rule wants a passkey for. */
  private static List<Permissions.Match> matching(
      List<PermissionRule> rules, MatchableCall ruled, long nowMs) {
    List<Permissions.Match> read =
        Permissions.matching(rules, ruled.names(), ruled.command(), ruled.target(), nowMs);
    return ruled.isUnreadShell()
        ? Stream.concat(
                read.stream(), Permissions.stepUpCommands(rules, ruled.names(), nowMs).stream())
            .toList()
        : read;
  }

  private static Permissions.Decision decide(
      Shelves shelves,
      Run run,
      ToolCall call,
      MatchableCall ruled,
      @Nullable RequestTerms terms,
      Behavior toolDefault,
      long nowMs) {
    List<PermissionRule> rules =
        groups(run).stream().flatMap(group -> shelves.rules(group).stream()).toList();
    if (rules.isEmpty()) {
      return new Permissions.Decision(toolDefault, null);
    }
    // Whom a project's rule is for costs a look at the project, so what does not match goes first.
    List<Permissions.Match> speaking =
        matching(rules, ruled, nowMs).stream()
            .filter(match -> match.rule().behavior() != Behavior.ALLOW || ruled.takes(match.rule()))
            .filter(match -> covers(shelves, match.rule(), run))
            .toList();
    Permissions.Decision said =
        Permissions.strongest(
            speaking.stream().anyMatch(match -> match.rule().behavior() == Behavior.ALLOW)
                    && GatePolicies.isGuarded(shelves.policies(), run, call, terms)
                ? withoutLeave(speaking)
                : speaking,
            toolDefault);
    if (said.behavior() == Behavior.ALLOW
        && speaking.stream().anyMatch(match -> match.rule().stepUp())) {
      // However exact the rule is that allows it.
      return new Permissions.Decision(Behavior.ASK, null);
    }
    // A shell whose command cannot be read may run what a rule denies.
    return said.behavior() == Behavior.ALLOW
            && ruled.isUnreadShell()
            && Permissions.deniesCommands(rules, ruled.names(), nowMs)
        ? new Permissions.Decision(Behavior.ASK, null)
        : said;
  }

  /** Where one person's word is not enough to allow a call, no standing one is. */
  private static List<Permissions.Match> withoutLeave(List<Permissions.Match> matches) {
    return matches.stream().filter(match -> match.rule().behavior() != Behavior.ALLOW).toList();
  }

  /**
   * Newest first; those of one project lie among those of all.
   *
   * @param id null for all projects
   */
  public static List<PermissionRule> ofProjects(Queries queries, @Nullable String id) {
    return new Committed(queries, 0)
        .rules(new Scope(ScopeKind.PROJECT, "").group()).stream()
            .filter(rule -> id == null || rule.scope().id().equals(id))
            .toList();
  }

  static List<String> groups(Run run) {
    RunHead head = run.head();
    return List.of(
        new Scope(ScopeKind.SESSION, head.sessionId()).group(),
        new Scope(ScopeKind.PROJECT, "").group(),
        new Scope(ScopeKind.USER, head.tenantId()).group());
  }

  private static boolean covers(Shelves shelves, PermissionRule rule, Run run) {
    Scope scope = rule.scope();
    return rule.tenantId().equals(run.head().tenantId())
        && switch (scope.kind()) {
          case SESSION -> scope.id().equals(run.head().sessionId());
          case PROJECT -> isOf(shelves, shelves.project(scope.id()), run, rule.behavior());
          case USER -> scope.id().equals(run.head().tenantId());
        };
  }

  /**
   * A project takes in its members, and whatever is done for one of its tasks. One without members
   * is open to all, which does not make everybody's work a part of it. Anyone may give a task to
   * such a project, so its rules allow members alone.
   */
  private static boolean isOf(
      Shelves shelves, @Nullable Project project, Run run, Behavior behavior) {
    if (project == null) {
      return false;
    }
    if (project.members().contains(run.head().sessionId())) {
      return true;
    }
    if (behavior == Behavior.ALLOW) {
      return false;
    }
    // Anybody may call what he submits a task; the task itself knows its run.
    OptionalLong key = Ulid.keyOf(Task.PREFIX, run.head().actorId());
    Task task =
        key.isPresent() && run.head().sourceKind().equals(Task.SOURCE)
            ? shelves.task(key.getAsLong())
            : null;
    return task != null
        && task.projectId().equals(project.id())
        && task.run() != null
        && task.run().runKey() == run.key();
  }

  private record InChange(Change change) implements Shelves {
    @Override
    public List<PermissionRule> rules(String group) {
      return change.group(PermissionRule.KIND, group);
    }

    @Override
    public @Nullable Project project(String id) {
      return change.named(Project.KIND, id);
    }

    @Override
    public @Nullable Task task(long key) {
      return change.kept(Task.KIND, key);
    }

    @Override
    public PolicyBook policies() {
      return PolicyBook.in(change);
    }
  }

  private record Committed(Queries queries, long nowMs) implements Shelves {
    @Override
    public List<PermissionRule> rules(String group) {
      return queries.keptBelow(PermissionRule.KIND, group, Long.MAX_VALUE, PermissionRule.MOST);
    }

    @Override
    public @Nullable Project project(String id) {
      return queries.named(Project.KIND, id);
    }

    @Override
    public @Nullable Task task(long key) {
      return queries.kept(Task.KIND, key);
    }

    @Override
    public PolicyBook policies() {
      return PolicyBook.of(queries, nowMs);
    }
  }
}
