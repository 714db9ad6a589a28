package dev.holdpoint.daemon.wiring;

import dev.holdpoint.api.json.Nearest;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.TokenSettings;
import dev.holdpoint.daemon.start.AdminToken;
import dev.holdpoint.daemon.start.Authentication;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.access.ApproverKeys;
import dev.holdpoint.engine.access.IssuedSecrets;
import dev.holdpoint.engine.access.ServiceKeys;
import dev.holdpoint.engine.access.TenantDirectory;
import dev.holdpoint.engine.access.Tokens;
import dev.holdpoint.engine.access.WebSessions;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.policy.CommittedPolicies;
import dev.holdpoint.engine.policy.Groups;
import dev.holdpoint.engine.policy.Policies;
import dev.holdpoint.engine.port.Vault;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.engine.signed.AssertionVerifier;
import dev.holdpoint.engine.signed.RefusedAssertions;
import dev.holdpoint.engine.standing.Standings;
import dev.holdpoint.http.server.FailedCredentials;
import dev.holdpoint.http.v1.NativeSurface;
import dev.holdpoint.http.v1.access.SignInHandlers;
import dev.holdpoint.http.v1.access.TokenHandlers;
import dev.holdpoint.http.v1.gate.FailedAssertions;
import dev.holdpoint.http.v1.gate.Signatures;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tenants, their keys, and who comes in by which. */
public final class AccessWiring {
  private static final String ADMIN_MARK = "web-session";

  private final Config config;
  private final InstantSource clock;
  private final Commits commits;
  private final Engine engine;
  private final AdminToken admin;

  public AccessWiring(
      Config config, InstantSource clock, Commits commits, Engine engine, AdminToken admin) {
    this.config = config;
    this.clock = clock;
    this.commits = commits;
    this.engine = engine;
    this.admin = admin;
  }

  public static Tokens tokens(Config config, Commits commits, Engine engine) {
    TokenSettings usual = config.tokens();
    return new Tokens(commits, engine, new Tokens.Defaults(usual.ttlMs(), usual.agentSessions()));
  }

  public NativeSurface.Access access(Tokens tokens, Secrets secrets, Vault vault)
      throws StartRefused {
    FailedAssertions failures =
        new FailedAssertions(
            new RefusedAssertions(commits),
            clock,
            config.failedAssertionsPerMinute().map(OptionalInt::of).orElse(OptionalInt.empty()));
    ServiceKeys serviceKeys = new ServiceKeys(commits, engine);
    TenantDirectory tenants = new TenantDirectory(commits, engine);
    return new NativeSurface.Access(
        tenants,
        serviceKeys,
        new ApproverKeys(
            commits, secrets, new IssuedSecrets(Set.of(TokenHandlers.sha256(admin.value())))),
        new Signatures(engine, new AssertionVerifier(engine, secrets), failures),
        failures,
        new Groups(commits, Nearest::to),
        new Policies(commits, Nearest::to),
        entrance(tokens, serviceKeys, vault),
        new Standings(CommittedPolicies.of(engine, tenants::policy), gate -> looks(engine, gate)));
  }

  private SignInHandlers.Entrance entrance(Tokens tokens, ServiceKeys serviceKeys, Vault vault)
      throws StartRefused {
    byte[] mark = vault.mac(ADMIN_MARK, admin.value().getBytes(StandardCharsets.UTF_8));
    WebSessions webSessions =
        new WebSessions(commits, engine, tokens, HexFormat.of().formatHex(mark));
    return new SignInHandlers.Entrance(
        new Authentication(admin, tokens, webSessions, serviceKeys, config, clock),
        new FailedCredentials(clock, config.limits().failedCredentials()),
        webSessions,
        config.publicUrl().map(Surfaces::withoutSlash).orElse(null));
  }

  /** For each person who has looked at the gate when they did so last. */
  private static Map<String, Long> looks(Engine engine, Gate gate) {
    Triage triage =
        engine.<@Nullable Triage>readAside(queries -> queries.kept(Triage.KIND, gate.key()));
    return triage == null ? Map.of() : triage.looks();
  }
}
