package dev.holdpoint.core.permission;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A standing answer to "may this call run?". A grant ("allow for this session", "always") is one
 * too, and keeps who gave it and when.
 *
 * @param toolPattern a tool's name, {@code prefix*} or {@code *}
 * @param commandPattern null speaks for every call of the tool; see {@link CommandPattern} for the
 *     forms
 * @param expiresAtMs from this instant on the rule is ignored; null never
 * @param approvalId the approval this grant came from; null when a person wrote the rule
 */
public record PermissionRule(
    String id,
    Behavior behavior,
    String toolPattern,
    @Nullable String commandPattern,
    Scope scope,
    @Nullable Long expiresAtMs,
    String createdBy,
    long createdAtMs,
    @Nullable String approvalId) {

  /** For whom a rule speaks. Narrower kinds come first. */
  public enum ScopeKind {
    SESSION,
    PROJECT,
    USER
  }

  /** One session, project or user. */
  public record Scope(ScopeKind kind, String id) {}

  public PermissionRule {
    Objects.requireNonNull(behavior);
    if (!isToolPattern(toolPattern)) {
      throw new IllegalArgumentException(
          "A tool pattern is a tool's name, a prefix followed by one *, or * alone: "
              + toolPattern);
    }
    if (commandPattern != null && !CommandPattern.isValid(commandPattern)) {
      throw new IllegalArgumentException(
          "A command pattern is a whole command, or words followed by ' *': " + commandPattern);
    }
  }

  /** A star anywhere but at the end would look like a glob and not work like one. */
  public static boolean isToolPattern(String pattern) {
    int star = pattern.indexOf('*');
    return !pattern.isBlank() && (star < 0 || star == pattern.length() - 1);
  }

  boolean isLiveAt(long nowMs) {
    return expiresAtMs == null || nowMs < expiresAtMs;
  }

  boolean matchesTool(String tool) {
    return isToolPrefix()
        ? tool.startsWith(toolPattern.substring(0, toolPattern.length() - 1))
        : tool.equals(toolPattern);
  }

  boolean isToolPrefix() {
    return toolPattern.endsWith("*");
  }
}
