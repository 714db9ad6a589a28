package dev.holdpoint.daemon.wiring;

import dev.holdpoint.api.json.Nearest;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.OidcSettings;
import dev.holdpoint.daemon.config.PasskeySettings;
import dev.holdpoint.daemon.config.TokenSettings;
import dev.holdpoint.daemon.start.AdminToken;
import dev.holdpoint.daemon.start.Authentication;
import dev.holdpoint.daemon.start.ClientSecret;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.access.ApproverKeys;
import dev.holdpoint.engine.access.Challenges;
import dev.holdpoint.engine.access.Enrollments;
import dev.holdpoint.engine.access.IssuedSecrets;
import dev.holdpoint.engine.access.Passkeys;
import dev.holdpoint.engine.access.ServiceKeys;
import dev.holdpoint.engine.access.SingleSignOn;
import dev.holdpoint.engine.access.TenantDirectory;
import dev.holdpoint.engine.access.Tokens;
import dev.holdpoint.engine.access.WebSessions;
import dev.holdpoint.engine.audit.DeniedAccess;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.permission.Rulebook;
import dev.holdpoint.engine.policy.CommittedPolicies;
import dev.holdpoint.engine.policy.Groups;
import dev.holdpoint.engine.policy.Policies;
import dev.holdpoint.engine.policy.PolicySweeps;
import dev.holdpoint.engine.port.PasskeyVerifier;
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
import dev.holdpoint.outbound.WebCalls;
import dev.holdpoint.outbound.oidc.OidcClient;
import dev.holdpoint.outbound.oidc.OidcProvider;
import dev.holdpoint.vault.passkey.WebAuthnVerifier;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Tenants, their keys, and who comes in by which. */
public final class AccessWiring {
  private static final String ADMIN_MARK = "web-session";
  private static final String CHALLENGE = "passkey-challenge";

  private final Config config;
  private final InstantSource clock;
  private final Commits commits;
  private final Engine engine;
  private final AdminToken admin;
  private final WebCalls web;

  public AccessWiring(
      Config config,
      InstantSource clock,
      Commits commits,
      Engine engine,
      AdminToken admin,
      WebCalls web) {
    this.config = config;
    this.clock = clock;
    this.commits = commits;
    this.engine = engine;
    this.admin = admin;
    this.web = web;
  }

  public static Tokens tokens(Config config, Commits commits, Engine engine) {
    TokenSettings usual = config.tokens();
    return new Tokens(commits, engine, new Tokens.Defaults(usual.ttlMs(), usual.agentSessions()));
  }

  /**
   * @param port where the daemon listens, once it does
   */
  public NativeSurface.Access access(Tokens tokens, Secrets secrets, Vault vault, IntSupplier port)
      throws StartRefused {
    FailedAssertions failures =
        new FailedAssertions(
            new RefusedAssertions(commits),
            clock,
            config.failedAssertionsPerMinute().map(OptionalInt::of).orElse(OptionalInt.empty()));
    ServiceKeys serviceKeys = new ServiceKeys(commits, engine);
    TenantDirectory tenants = new TenantDirectory(commits, engine, PolicySweeps::afterFloor);
    SignInHandlers.Entrance entrance = entrance(tokens, serviceKeys, vault, port);
    return new NativeSurface.Access(
        tenants,
        serviceKeys,
        new ApproverKeys(
            commits, secrets, new IssuedSecrets(Set.of(TokenHandlers.sha256(admin.value())))),
        new Signatures(
            engine, new AssertionVerifier(engine, secrets, entrance.passkeys()), failures),
        failures,
        new Groups(commits, Nearest::to),
        new Policies(commits, Nearest::to),
        entrance,
        new Standings(
            CommittedPolicies.of(engine, tenants::policy),
            gate -> looks(engine, gate),
            this::wantsPasskey));
  }

  private SignInHandlers.Entrance entrance(
      Tokens tokens, ServiceKeys serviceKeys, Vault vault, IntSupplier port) throws StartRefused {
    byte[] mark = vault.mac(ADMIN_MARK, admin.value().getBytes(StandardCharsets.UTF_8));
    String adminMark = HexFormat.of().formatHex(mark);
    WebSessions webSessions = new WebSessions(commits, engine, tokens, adminMark);
    Passkeys passkeys =
        new Passkeys(
            commits,
            engine,
            tokens,
            new Challenges(text -> vault.mac(CHALLENGE, text)),
            new WebAuthnVerifier(),
            () -> site(port.getAsInt()),
            adminMark);
    return new SignInHandlers.Entrance(
        new Authentication(admin, tokens, webSessions, serviceKeys, config, clock),
        new FailedCredentials(clock, config.limits().failedCredentials())
            .telling(new DeniedAccess(commits, clock::millis)),
        webSessions,
        passkeys,
        new Enrollments(commits, engine),
        config.publicUrl().map(Surfaces::withoutSlash).orElse(null),
        provider(tokens, webSessions),
        config.triage().undoMs());
  }

  private SignInHandlers.@Nullable Provider provider(Tokens tokens, WebSessions webSessions)
      throws StartRefused {
    OidcSettings oidc = config.oidc().orElse(null);
    if (oidc == null) {
      return null;
    }
    OidcClient client =
        new OidcClient(
            oidc.issuer(),
            oidc.clientId(),
            ClientSecret.of(oidc),
            oidc.scopes(),
            oidc.nameClaim(),
            oidc.roleClaim(),
            oidc.groupsClaim());
    return new SignInHandlers.Provider(
        new OidcProvider(client, web.anywhere(), clock),
        new SingleSignOn(
            tokens, webSessions, new SingleSignOn.Policy(oidc.roles(), oidc.sessionTtlMs())));
  }

  /** Where passkeys are good: at the name that people open, and on this machine. */
  private PasskeyVerifier.Site site(int port) {
    PasskeySettings chosen = config.passkeys();
    URI page = config.publicUrl().orElse(null);
    Set<String> origins = new LinkedHashSet<>(chosen.origins());
    if (origins.isEmpty()) {
      if (page != null) {
        origins.add(origin(page));
      }
      origins.add("http://localhost:" + port);
    }
    String rpId = chosen.rpId().orElseGet(() -> page == null ? "localhost" : page.getHost());
    return new PasskeyVerifier.Site(rpId.toLowerCase(Locale.ROOT), origins, chosen.allowSynced());
  }

  private static String origin(URI page) {
    return (page.getScheme() + "://" + page.getRawAuthority()).toLowerCase(Locale.ROOT);
  }

  private boolean wantsPasskey(Run run, Gate gate) {
    return engine.<Boolean>readAside(
        queries -> Rulebook.wantsPasskey(queries, run, run.call(gate.callId()), engine.nowMs()));
  }

  /** For each person who has looked at the gate when they did so last. */
  private static Map<String, Long> looks(Engine engine, Gate gate) {
    Triage triage =
        engine.<@Nullable Triage>readAside(queries -> queries.kept(Triage.KIND, gate.key()));
    return triage == null ? Map.of() : triage.looks();
  }
}
