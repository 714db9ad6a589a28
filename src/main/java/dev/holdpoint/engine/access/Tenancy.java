package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.RootPolicy;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordWalk;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Who is above whom, and what holds in whose sessions. */
public final class Tenancy {
  private static final ApprovalPolicy NOBODY =
      new ApprovalPolicy(true, 1, false, ApprovalPolicy.DEFAULT.expiresAfterMs());

  private Tenancy() {}

  /** Null for the root tenant, and for one that is not there. */
  public static @Nullable Tenant tenant(Queries queries, String id) {
    return found(id, key -> queries.kept(Tenant.KIND, key));
  }

  /** Also as an earlier work of the same transaction left it. */
  public static @Nullable Tenant tenant(Change change, String id) {
    return found(id, key -> change.kept(Tenant.KIND, key));
  }

  private static @Nullable Tenant found(String id, LongFunction<@Nullable Tenant> kept) {
    OptionalLong key = Ulid.keyOf(Tenant.PREFIX, id);
    Tenant tenant = key.isPresent() ? kept.apply(key.getAsLong()) : null;
    return tenant != null && tenant.id().equals(id) ? tenant : null;
  }

  /** What it takes to decide an approval there. */
  public static ApprovalPolicy policy(Queries queries, String tenantId) {
    return tenantId.equals(Tenants.ROOT)
        ? rootPolicy(RecordWalk.of(queries, RootPolicy.KIND, null).toList())
        : policy(tenant(queries, tenantId));
  }

  public static ApprovalPolicy policy(Change change, String tenantId) {
    return tenantId.equals(Tenants.ROOT)
        ? rootPolicy(change.group(RootPolicy.KIND, null))
        : policy(tenant(change, tenantId));
  }

  private static ApprovalPolicy rootPolicy(List<RootPolicy> stored) {
    return stored.isEmpty() ? RootPolicy.UNSET : stored.getFirst().policy();
  }

  /** A tenant that is not there has no keys, so nothing of it is decided any more. */
  private static ApprovalPolicy policy(@Nullable Tenant tenant) {
    return tenant == null ? NOBODY : tenant.policy();
  }

  /** Refuses to let anything be written for a tenant that is suspended, or is below one that is. */
  public static void checkOpen(Change change, String tenantId) {
    Tenant tenant = suspended(change, tenantId);
    if (tenant != null) {
      throw Problem.TENANT_SUSPENDED
          .because("Tenant " + tenant.id() + " is suspended; conversation writes are rejected.")
          .asException();
    }
  }

  public static boolean isSuspended(Change change, String tenantId) {
    return suspended(change, tenantId) != null;
  }

  private static @Nullable Tenant suspended(Change change, String tenantId) {
    String id = tenantId;
    for (int up = 0; up <= Tenant.DEEPEST && !id.equals(Tenants.ROOT); up++) {
      Tenant tenant = tenant(change, id);
      if (tenant == null || tenant.isSuspended()) {
        return tenant;
      }
      id = tenant.parentId();
    }
    return null;
  }

  /** Whether the tenant is {@code top} or below it. */
  public static boolean isWithin(Queries queries, String top, String tenantId) {
    String id = tenantId;
    for (int up = 0; up <= Tenant.DEEPEST; up++) {
      if (id.equals(top)) {
        return true;
      }
      Tenant tenant = tenant(queries, id);
      if (tenant == null) {
        return false;
      }
      id = tenant.parentId();
    }
    return false;
  }
}
