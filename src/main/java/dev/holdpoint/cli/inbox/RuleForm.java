package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form of <i>Allow and remember</i>: what, where, how long, how often, and what it would have
 * decided.
 *
 * @param key one of the keys of the request
 * @param span its place among {@link #SPANS}
 * @param uses digits; empty is any number
 * @param field the line that a key changes
 * @param wider whether keys for every call of the tool can be chosen
 * @param foreseen what the rule would have decided; null until that is known
 * @param ok whether that could be found out
 */
record RuleForm(
    String key,
    PermissionScopeKind scope,
    int span,
    String uses,
    int field,
    boolean wider,
    @Nullable String foreseen,
    boolean ok) {
  /** How long a rule lasts; the last is until it is revoked. */
  static final List<String> SPANS =
      List.of("1 hour", "8 hours", "1 day", "7 days", "30 days", "until revoked");

  private static final List<Duration> LASTS =
      List.of(
          Duration.ofHours(1),
          Duration.ofHours(8),
          Duration.ofDays(1),
          Duration.ofDays(7),
          Duration.ofDays(30));

  static final int FIELDS = 4;

  /** The narrowest key, this session, 8 hours. */
  static RuleForm usual(String key) {
    return new RuleForm(key, PermissionScopeKind.SESSION, 1, "", 0, false, null, false);
  }

  /** The keys that can be chosen now. High risk has the narrowest alone, and so says the daemon. */
  List<String> choices(ApprovalRequestView request) {
    List<String> keys = PatternWords.keys(request);
    return keys.stream()
        .filter(
            one -> wider || one.equals(keys.getFirst()) || !PatternWords.isForTool(request, one))
        .toList();
  }

  /** Another rule, of which nothing is known yet. */
  RuleForm about(String nextKey, PermissionScopeKind nextScope) {
    return new RuleForm(nextKey, nextScope, span, uses, field, wider, null, false);
  }

  RuleForm seen(String words, boolean known) {
    return new RuleForm(key, scope, span, uses, field, wider, words, known);
  }

  RuleForm at(int line) {
    return new RuleForm(key, scope, span, uses, line, wider, foreseen, ok);
  }

  RuleForm lasting(int next) {
    return new RuleForm(
        key, scope, Math.floorMod(next, SPANS.size()), uses, field, wider, foreseen, ok);
  }

  RuleForm counted(String digits) {
    return new RuleForm(key, scope, span, digits, FIELDS - 1, wider, foreseen, ok);
  }

  RuleForm widened() {
    return new RuleForm(key, scope, span, uses, 0, true, foreseen, ok);
  }

  Effect.Remembered remembered() {
    return new Effect.Remembered(
        key,
        scope,
        span < LASTS.size() ? LASTS.get(span) : null,
        uses.isEmpty() ? null : Integer.valueOf(uses));
  }
}
