package dev.holdpoint.daemon;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.ApproverKeys;
import dev.holdpoint.engine.Change;
import dev.holdpoint.engine.Commits;
import dev.holdpoint.engine.Engine;
import dev.holdpoint.engine.OwnSecrets;
import dev.holdpoint.engine.ServiceKeys;
import dev.holdpoint.engine.TenantDirectory;
import dev.holdpoint.http.v1.NativeSurface;
import dev.holdpoint.http.v1.TokenHandlers;
import java.util.Set;

/** Tenants and their keys, put together. */
final class KeyRing {
  private KeyRing() {}

  static NativeSurface.Access of(Commits commits, Engine engine, AdminToken admin) {
    return new NativeSurface.Access(
        new TenantDirectory(commits, engine),
        new ServiceKeys(commits, engine),
        new ApproverKeys(
            commits, new NoVault(), new OwnSecrets(Set.of(TokenHandlers.sha256(admin.value())))));
  }

  /** Until there is a vault, no secret is taken that could not be kept. */
  private static final class NoVault implements ApproverKeys.Chest {
    @Override
    public void keep(Change change, String tenantId, String owner, String alias, byte[] value) {
      throw Problem.UNAVAILABLE
          .because("There is no vault for the secret yet; register an ed25519 key.")
          .asException();
    }

    @Override
    public void shred(Change change, String owner) {}
  }
}
