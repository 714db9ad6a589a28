package dev.holdpoint.daemon.wiring;

import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.TokenStrength;
import dev.holdpoint.daemon.start.AdminToken;
import dev.holdpoint.engine.access.TenantDirectory;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.policy.PolicyAdvice;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.OpenEffects;
import dev.holdpoint.http.v1.daemon.Warnings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What an operator should know of tokens, signatures and what is stored. */
public record AccessWarnings(
    Config config, AdminToken admin, TenantDirectory tenants, Engine engine) {
  private static final long SOON_MS = Duration.ofDays(14).toMillis();
  private static final int MOST_IDS = 10;

  /** With the warnings of others. */
  public List<StatusView.Warning> and(List<StatusView.Warning> others) {
    List<StatusView.Warning> warnings = new ArrayList<>(others);
    if (admin.isWeak()) {
      warnings.add(
          new StatusView.Warning(
              Warnings.Code.WEAK_ADMIN_TOKEN.wire(),
              "The admin token is easy to guess; " + TokenStrength.RULE + "."));
    }
    warnings.addAll(ofTokens(engine.read(Queries::tokens), engine.nowMs()));
    // Without names: tokens of one tenant may see this too.
    long signing = config.longestAssertionMs().isPresent() ? 0 : tenants.signing();
    if (signing > 0) {
      warnings.add(
          new StatusView.Warning(
              Warnings.Code.ASSERTIONS_LIVE_LONG.wire(),
              "Tenants that require signatures: %d. Their signatures may be valid for years; set limits.longest_assertion_ms."
                  .formatted(signing)));
    }
    long idle = engine.read(queries -> tenants.withIdleKeys(queries, engine.nowMs()));
    if (idle > 0) {
      warnings.add(
          new StatusView.Warning(
              Warnings.Code.SIGNATURE_NOT_REQUIRED.wire(),
              "Tenants with approver keys that require no signature: %d. An operator token can decide there too. Set signature_required in their approval policy, or revoke the keys."
                  .formatted(idle)));
    }
    long unwise =
        engine.read(queries -> PolicyAdvice.count(PolicyBook.of(queries, engine.nowMs())));
    if (unwise > 0) {
      warnings.add(
          new StatusView.Warning(
              Warnings.Code.POLICY_WITHOUT_PEOPLE.wire(),
              "Approval policies with warnings: %d. See 'holdpoint policies list', and add the people that they need."
                  .formatted(unwise)));
    }
    OpenEffects.Waiting effects = engine.read(OpenEffects::waiting);
    if (effects.count() > 0) {
      warnings.add(
          new StatusView.Warning(
              Warnings.Code.EFFECTS_UNCERTAIN.wire(),
              "Calls that left no result: %d, the oldest question waits for %d minutes. Say in the inbox whether they happened."
                  .formatted(
                      effects.count(), Math.max(0, engine.nowMs() - effects.sinceMs()) / 60_000)));
    }
    int damaged = engine.damaged();
    if (damaged > 0) {
      warnings.add(
          new StatusView.Warning(
              Warnings.Code.DAMAGED_DOCUMENTS.wire(),
              "Damaged stored documents: %d. Run 'holdpoint doctor --deep', and restore a backup."
                  .formatted(damaged)));
    }
    return warnings;
  }

  static List<StatusView.Warning> ofTokens(List<Token> tokens, long nowMs) {
    List<StatusView.Warning> warnings = new ArrayList<>();
    List<String> expiring =
        tokens.stream()
            .filter(token -> token.isValidAt(nowMs) && isShort(token, nowMs))
            .map(Token::id)
            .toList();
    if (!expiring.isEmpty()) {
      warnings.add(
          new StatusView.Warning(
              Warnings.Code.TOKENS_EXPIRING.wire(),
              "Tokens that expire within 14 days: %s. Extend them with: holdpoint tokens change ID --expires-in 90d"
                  .formatted(some(expiring))));
    }
    List<String> undecided =
        tokens.stream()
            .filter(token -> token.isValidAt(nowMs) && token.isUndecided())
            .map(Token::id)
            .toList();
    if (!undecided.isEmpty()) {
      warnings.add(
          new StatusView.Warning(
              Warnings.Code.AGENT_TOKENS_UNBOUND.wire(),
              "Agent tokens that reach every session: %s. Restrict them with: holdpoint tokens change --all-agents --sessions own"
                  .formatted(some(undecided))));
    }
    return warnings;
  }

  private static boolean isShort(Token token, long atMs) {
    Long expiresAtMs = token.expiresAtMs();
    // A sign-in ends after hours, and its person makes the next one themselves.
    return expiresAtMs != null && token.signedIn() == null && expiresAtMs - atMs <= SOON_MS;
  }

  /** Ids alone: tokens of one tenant may see this too. */
  private static String some(List<String> ids) {
    String first = String.join(", ", ids.subList(0, Math.min(MOST_IDS, ids.size())));
    return ids.size() <= MOST_IDS ? first : first + " and %d more".formatted(ids.size() - MOST_IDS);
  }
}
