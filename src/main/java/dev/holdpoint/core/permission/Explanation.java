package dev.holdpoint.core.permission;

import dev.holdpoint.core.rendering.ShownText;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A rule in words: what it does to which calls and where, by whom and until when, and how often it
 * was used. What would hide or turn the words is spelled out.
 */
public final class Explanation {
  private static final int MOST_CHARS = 200;
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Explanation() {}

  public static String of(PermissionRule rule, long nowMs) {
    return ShownText.spelled(
        "%s %s%s. %s. %s. %s."
            .formatted(
                effect(rule),
                where(rule.scope()),
                rule.behavior() == Behavior.ALLOW ? " without asking" : "",
                origin(rule),
                end(rule, nowMs),
                uses(rule)));
  }

  private static String effect(PermissionRule rule) {
    TargetPattern place = rule.targetPattern();
    String what =
        place != null
            ? "calls of " + tools(rule) + " for " + place.words(Explanation::cut)
            : rule.commandPattern() == null ? calls(rule) : commands(rule);
    return switch (rule.behavior()) {
      case ALLOW -> "Allows " + what;
      case ASK -> "Asks a person before " + what;
      case DENY -> "Denies " + what;
    };
  }

  private static String calls(PermissionRule rule) {
    return "all calls of " + tools(rule);
  }

  private static String tools(PermissionRule rule) {
    if (rule.toolPattern().equals("*")) {
      return "all tools";
    }
    return rule.isToolPrefix()
        ? "tools whose names begin with "
            + rule.toolPattern().substring(0, rule.toolPattern().length() - 1)
        : rule.toolPattern();
  }

  private static String commands(PermissionRule rule) {
    CommandPattern pattern = CommandPattern.parse(String.valueOf(rule.commandPattern()));
    String text = "`" + cut(pattern.text()) + (pattern.prefix() ? " …`" : "`");
    if (rule.behavior() == Behavior.ALLOW) {
      return pattern.prefix() ? "simple commands that begin with " + text : "exactly " + text;
    }
    return "commands that contain " + text;
  }

  /** A command may be a whole program; the rule has all of it. */
  private static String cut(String text) {
    return text.length() <= MOST_CHARS
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MOST_CHARS / 2)) + "…";
  }

  private static String where(PermissionRule.Scope scope) {
    return switch (scope.kind()) {
      case SESSION -> "in session " + scope.id();
      case PROJECT -> "in project " + scope.id();
      case USER -> "in every session";
    };
  }

  private static String origin(PermissionRule rule) {
    return "Created by %s on %s%s"
        .formatted(
            rule.createdBy(),
            MINUTE.format(Instant.ofEpochMilli(rule.createdAtMs())),
            rule.approvalId() == null ? "" : " with approval " + rule.approvalId());
  }

  private static String end(PermissionRule rule, long nowMs) {
    Long expiresAtMs = rule.expiresAtMs();
    if (expiresAtMs == null) {
      return "Valid until revoked";
    }
    return (nowMs < expiresAtMs ? "Valid until " : "Expired on ")
        + MINUTE.format(Instant.ofEpochMilli(expiresAtMs));
  }

  private static String uses(PermissionRule rule) {
    Integer most = rule.maxUses();
    if (most == null) {
      return "Used " + (rule.uses() == 1 ? "once" : rule.uses() + " times");
    }
    return "Used %d of %d times".formatted(rule.uses(), most);
  }
}
