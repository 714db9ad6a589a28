package dev.holdpoint.core.permission;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A standing answer to "may this call run?". A grant ("allow for this session", "always") is one
 * too, and keeps who gave it and when.
 *
 * @param toolPattern a tool's name, {@code prefix*} or {@code *}
 * @param commandPattern null speaks for every call of the tool; see {@link CommandPattern} for the
 *     forms
 * @param tenantId whose sessions it may speak for at most
 * @param expiresAtMs from this instant on the rule is ignored; null never
 * @param maxUses how many calls it decides before it is ignored; null any number
 * @param approvalId the approval this grant came from; null when a person wrote the rule
 * @param settlesAbove a grant also answers what was asked before it: up to this key that is done;
 *     null when there is nothing left to do
 * @param noCommands whether it allows no command of an agent outside: it was granted for something
 *     else, and what an agent calls its commands is for the agent to choose. Grants of before this
 *     was kept allow what they did
 * @param passkey whether a yes to what it asks about takes a passkey; null for no
 * @param target what the call goes to, in normal form; null speaks for all. Never with a command
 */
public record PermissionRule(
    long key,
    String id,
    Behavior behavior,
    String toolPattern,
    @Nullable String commandPattern,
    Scope scope,
    String tenantId,
    @Nullable Long expiresAtMs,
    @Nullable Integer maxUses,
    int uses,
    String createdBy,
    long createdAtMs,
    @Nullable String approvalId,
    @Nullable Long settlesAbove,
    boolean noCommands,
    @Nullable Boolean passkey,
    @Nullable String target)
    implements StoredRecord {

  public static final String PREFIX = "rul_";

  /** Before the rule's id, in the place of who decided. */
  public static final String BY = "rule:";

  /** Every call is held against all rules of its scopes. */
  public static final int MOST = 1_000;

  public static final RecordKind<PermissionRule> KIND =
      new RecordKind<>(15, PermissionRule.class, MOST).alwaysComplete();

  /** The term of rules that keep calls from running, by which these few are found. */
  public static final String HOLDS_BACK = "holds_back";

  /** The term of rules that want a passkey. */
  public static final String STEP_UP = "step_up";

  /** Longer commands are not granted beforehand: nobody has read them to the end. */
  public static final int MAX_COMMAND = 16 * 1024;

  public boolean stepUp() {
    return passkey != null;
  }

  /** For whom a rule speaks. Narrower kinds come first. */
  public enum ScopeKind {
    SESSION,
    PROJECT,
    USER
  }

  /** One session, project or user, who is everybody in one tenant. */
  public record Scope(ScopeKind kind, String id) {
    /** All rules of a scope are looked up together, and of projects all that there are. */
    public String group() {
      return switch (kind) {
        case SESSION -> "session " + id;
        case PROJECT -> "project";
        case USER -> "user " + id;
      };
    }
  }

  public PermissionRule(
      long key,
      String id,
      Behavior behavior,
      String toolPattern,
      @Nullable String commandPattern,
      Scope scope,
      String tenantId,
      @Nullable Long expiresAtMs,
      @Nullable Integer maxUses,
      int uses,
      String createdBy,
      long createdAtMs,
      @Nullable String approvalId,
      @Nullable Long settlesAbove) {
    this(
        key,
        id,
        behavior,
        toolPattern,
        commandPattern,
        scope,
        tenantId,
        expiresAtMs,
        maxUses,
        uses,
        createdBy,
        createdAtMs,
        approvalId,
        settlesAbove,
        false,
        false,
        null);
  }

  public PermissionRule {
    passkey = Boolean.TRUE.equals(passkey) ? passkey : null;
    Objects.requireNonNull(behavior);
    if (!isToolPattern(toolPattern)) {
      throw new IllegalArgumentException(
          "A tool pattern is the name of a tool, a prefix followed by one *, or * "
              + "alone: "
              + toolPattern);
    }
    if (commandPattern != null && !isCommandPattern(commandPattern)) {
      throw new IllegalArgumentException(
          "A command pattern is a whole command, or words followed by ' *': " + commandPattern);
    }
    if (target != null && (commandPattern != null || TargetPattern.parse(target) == null)) {
      throw new IllegalArgumentException("A rule has a command or a valid target: " + target);
    }
  }

  /** A star anywhere but at the end would look like a glob and not work like one. */
  public static boolean isToolPattern(String pattern) {
    int star = pattern.indexOf('*');
    return !pattern.isBlank() && (star < 0 || star == pattern.length() - 1);
  }

  public static boolean isCommandPattern(String pattern) {
    return CommandPattern.isValid(pattern);
  }

  @Override
  public String group() {
    return scope.group();
  }

  @Override
  public Set<String> terms() {
    if (behavior == Behavior.ALLOW) {
      return Set.of();
    }
    return stepUp() ? Set.of(HOLDS_BACK, STEP_UP) : Set.of(HOLDS_BACK);
  }

  /** What was asked before is settled as soon as somebody has the time. */
  @Override
  public @Nullable Long dueAtMs() {
    return settlesAbove == null ? null : createdAtMs;
  }

  public boolean isExpiredAt(long nowMs) {
    return expiresAtMs != null && nowMs >= expiresAtMs;
  }

  public boolean isUsedUp() {
    return maxUses != null && uses >= maxUses;
  }

  public boolean isLiveAt(long nowMs) {
    return !isExpiredAt(nowMs) && !isUsedUp();
  }

  /** The same, having decided one call more. */
  public PermissionRule used() {
    return with(uses + 1, settlesAbove);
  }

  public PermissionRule settling(@Nullable Long above) {
    return with(uses, above);
  }

  private PermissionRule with(int nowUses, @Nullable Long above) {
    return new PermissionRule(
        key,
        id,
        behavior,
        toolPattern,
        commandPattern,
        scope,
        tenantId,
        expiresAtMs,
        maxUses,
        nowUses,
        createdBy,
        createdAtMs,
        approvalId,
        above,
        noCommands,
        passkey,
        target);
  }

  /** Whether both say the same, for ever and any number of times. */
  public boolean isSameStandingRule(PermissionRule other) {
    return behavior == other.behavior
        && stepUp() == other.stepUp()
        && toolPattern.equals(other.toolPattern)
        && Objects.equals(commandPattern, other.commandPattern)
        && Objects.equals(target, other.target)
        && scope.equals(other.scope)
        && expiresAtMs == null
        && other.expiresAtMs == null
        && maxUses == null
        && other.maxUses == null;
  }

  /** Null for a rule that does not look at where a call goes. */
  @Nullable TargetPattern targetPattern() {
    return target == null ? null : TargetPattern.parse(target);
  }

  boolean matchesTool(String tool) {
    return coversTool(toolPattern, tool);
  }

  /** Whether it speaks for all commands that begin with its words. */
  public boolean isFirstWords() {
    return commandPattern != null && CommandPattern.parse(commandPattern).prefix();
  }

  public static boolean coversTool(String pattern, String tool) {
    return pattern.endsWith("*")
        ? tool.startsWith(pattern.substring(0, pattern.length() - 1))
        : tool.equals(pattern);
  }

  boolean isToolPrefix() {
    return toolPattern.endsWith("*");
  }
}
