package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.IntegrationScope;
import dev.holdpoint.core.access.ServiceKey;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.port.store.Queries;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The keys of host applications. The record of a revoked one stays, so that nobody takes it for a
 * secret of his own.
 */
public final class ServiceKeys {
  private final Commits commits;
  private final Engine engine;

  public ServiceKeys(Commits commits, Engine engine) {
    this.commits = commits;
    this.engine = engine;
  }

  /**
   * Keeps the hash of a key that the caller has made and shows once.
   *
   * @param scopes null for all
   */
  public ServiceKey add(
      String tenantId,
      String name,
      @Nullable List<String> scopes,
      String sha256,
      String by,
      @Nullable IdempotencyKey idempotency) {
    TenantDirectory.checkNotRoot(
        tenantId, "The root tenant has no service keys. Use a tenant below it.");
    return commits.commit(
        change -> {
          TenantDirectory.existing(change, tenantId);
          OncePerKey.refuseRepeat(
              change,
              idempotency,
              made -> {
                ServiceKey earlier = change.kept(ServiceKey.KIND, made);
                return earlier == null ? null : earlier.id();
              });
          List<String> good =
              scopes == null ? IntegrationScope.all() : scopes.stream().distinct().toList();
          for (int i = 0; i < good.size(); i++) {
            checkScope(good.get(i), "/scopes/" + i);
          }
          String id = change.newId(ServiceKey.PREFIX);
          ServiceKey key =
              new ServiceKey(
                  Ulid.keyOf(ServiceKey.PREFIX, id).orElseThrow(),
                  id,
                  tenantId,
                  name,
                  good,
                  sha256,
                  change.nowMs(),
                  by,
                  null);
          change.keep(ServiceKey.KIND, key);
          OncePerKey.remember(change, idempotency, key.key());
          return key;
        });
  }

  private static void checkScope(String scope, String pointer) {
    if (IntegrationScope.named(scope).isEmpty()) {
      throw Problem.INVALID_TENANT
          .because("Valid scopes are " + String.join(", ", IntegrationScope.all()) + ".")
          .at(pointer, "is not a valid scope")
          .asException();
    }
  }

  /** From here on nobody is known by it. */
  public void revoke(String tenantId, String id) {
    commits.commit(
        change -> {
          TenantDirectory.existing(change, tenantId);
          OptionalLong key = Ulid.keyOf(ServiceKey.PREFIX, id);
          ServiceKey stored =
              key.isPresent() ? change.kept(ServiceKey.KIND, key.getAsLong()) : null;
          if (stored == null || !stored.id().equals(id) || !stored.tenantId().equals(tenantId)) {
            throw notFound();
          }
          if (stored.isRevoked()) {
            return stored;
          }
          ServiceKey revoked = stored.revoked(change.nowMs());
          change.keep(ServiceKey.KIND, revoked);
          return revoked;
        });
  }

  /**
   * The key with this hash, if it is good; else null. Looked up each time: one that was revoked,
   * wherever that was, opens nothing from that moment on.
   */
  public @Nullable ServiceKey find(String sha256) {
    ServiceKey key = engine.read((Queries queries) -> queries.named(ServiceKey.KIND, sha256));
    return key == null || key.isRevoked() ? null : key;
  }

  private static Refused notFound() {
    return Problem.SERVICE_KEY_NOT_FOUND
        .because("The tenant has no such service key. GET …/service-keys lists its keys.")
        .asException();
  }
}
