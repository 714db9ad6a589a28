package dev.holdpoint.daemon;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.engine.ApproverKeys;
import dev.holdpoint.engine.Attestations;
import dev.holdpoint.engine.Commits;
import dev.holdpoint.engine.Engine;
import dev.holdpoint.engine.OwnSecrets;
import dev.holdpoint.engine.RefusedAssertions;
import dev.holdpoint.engine.Secrets;
import dev.holdpoint.engine.ServiceKeys;
import dev.holdpoint.engine.TenantDirectory;
import dev.holdpoint.http.v1.FailedAssertions;
import dev.holdpoint.http.v1.NativeSurface;
import dev.holdpoint.http.v1.Signatures;
import dev.holdpoint.http.v1.TokenHandlers;
import java.time.InstantSource;
import java.util.OptionalInt;
import java.util.Set;

/** Tenants and their keys, put together. */
final class KeyRing {
  private KeyRing() {}

  static NativeSurface.Access of(
      Config config,
      InstantSource clock,
      Commits commits,
      Engine engine,
      AdminToken admin,
      Secrets secrets) {
    FailedAssertions failures =
        new FailedAssertions(
            new RefusedAssertions(commits),
            clock,
            config.failedAssertionsPerMinute().map(OptionalInt::of).orElse(OptionalInt.empty()));
    return new NativeSurface.Access(
        new TenantDirectory(commits, engine),
        new ServiceKeys(commits, engine),
        new ApproverKeys(
            commits, secrets, new OwnSecrets(Set.of(TokenHandlers.sha256(admin.value())))),
        new Signatures(engine, new Attestations(engine, secrets), failures),
        failures);
  }
}
