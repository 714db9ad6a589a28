package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.ExternalId;
import dev.holdpoint.core.access.RootPolicy;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordWalk;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes, changes and removes tenants. Who is below whom is kept in memory besides: every request of
 * a service key asks.
 */
public final class TenantDirectory {
  private static final int NEWEST_KEYS = 1_000;

  private final Commits commits;
  private final CommittedCache<Map<String, Tenant>> byId;
  private final CommittedCache<ApprovalPolicy> root;

  private final FloorChanged floorChanged;

  /** What follows in the same commit when a tenant's own policy changes. */
  @FunctionalInterface
  public interface FloorChanged {
    void after(Change change, String tenantId, ApprovalPolicy before);
  }

  public TenantDirectory(Commits commits, Engine engine, FloorChanged floorChanged) {
    this.commits = commits;
    this.floorChanged = floorChanged;
    this.byId = CommittedCache.of(engine, TenantDirectory::load);
    this.root = CommittedCache.of(engine, queries -> Tenancy.policy(queries, Tenants.ROOT));
  }

  private static Map<String, Tenant> load(Queries queries) {
    Map<String, Tenant> all = new ConcurrentHashMap<>();
    RecordWalk.of(queries, Tenant.KIND, null).forEach(one -> all.put(one.id(), one));
    return all;
  }

  /** In how many of them only an assertion decides, which may hold as long as it says. */
  public long signing() {
    return Stream.concat(
            Stream.of(root.value()), byId.value().values().stream().map(Tenant::policy))
        .filter(ApprovalPolicy::signatureRequired)
        .map(ApprovalPolicy::bound)
        .filter(bound -> bound.longestAssertionMs() == null && bound.assertionVersion() == 1)
        .count();
  }

  /** In how many of them there are keys of approvers, while a decision needs none of them. */
  public long withIdleKeys(Queries queries, long nowMs) {
    return queries.keptBelow(ApproverKey.KIND, null, Long.MAX_VALUE, NEWEST_KEYS).stream()
        .filter(key -> key.isGoodAt(nowMs))
        .map(ApproverKey::tenantId)
        .distinct()
        .filter(id -> exists(id) && !policy(id).signatureRequired())
        .count();
  }

  /**
   * @param parentId null for the root tenant
   */
  public record Spec(String name, @Nullable String externalId, @Nullable String parentId) {}

  /**
   * @param replayed whether an earlier call with the same key made it
   */
  public record Made(Tenant tenant, boolean replayed) {}

  public Made create(Spec wish, String by, @Nullable IdempotencyKey idempotency) {
    Made made =
        commits.commit(
            change -> {
              OptionalLong earlier = OncePerKey.replay(change, idempotency);
              if (earlier.isPresent()) {
                Tenant tenant = change.kept(Tenant.KIND, earlier.getAsLong());
                if (tenant == null) {
                  throw notFound();
                }
                return new Made(tenant, true);
              }
              String parentId = wish.parentId == null ? Tenants.ROOT : wish.parentId;
              ApprovalPolicy policy = inherited(change, parentId);
              checkFree(change, wish, parentId);
              String id = change.newId(Tenant.PREFIX);
              Tenant tenant =
                  new Tenant(
                      Ulid.keyOf(Tenant.PREFIX, id).orElseThrow(),
                      id,
                      wish.name,
                      wish.externalId,
                      parentId,
                      change.nowMs(),
                      by,
                      null,
                      policy);
              change.keep(Tenant.KIND, tenant);
              if (wish.externalId != null) {
                long key =
                    Ulid.keyOf(ExternalId.PREFIX, change.newId(ExternalId.PREFIX)).orElseThrow();
                change.keep(
                    ExternalId.KIND, new ExternalId(key, ExternalId.ofTenant(wish.externalId), id));
              }
              OncePerKey.remember(change, idempotency, tenant.key());
              return new Made(tenant, false);
            });
    refreshed(made.tenant);
    return made;
  }

  /** What is below a tenant begins under the same rules. */
  private static ApprovalPolicy inherited(Change change, String parentId) {
    if (parentId.equals(Tenants.ROOT)) {
      return ApprovalPolicy.DEFAULT;
    }
    Tenant parent = Tenancy.tenant(change, parentId);
    if (parent == null) {
      throw Problem.INVALID_TENANT
          .because("Set parent_tenant_id to an existing tenant, or omit it for the root tenant.")
          .at("/parent_tenant_id", "is not a tenant")
          .asException();
    }
    int depth = 1;
    for (Tenant above = parent; above != null; above = Tenancy.tenant(change, above.parentId())) {
      depth++;
    }
    if (depth > Tenant.DEEPEST) {
      throw Problem.INVALID_TENANT
          .because(
              "Tenants can be nested at most %d levels deep. Choose a parent further up."
                  .formatted(Tenant.DEEPEST))
          .at("/parent_tenant_id", "is nested too deep")
          .asException();
    }
    return parent.policy();
  }

  private static void checkFree(Change change, Spec wish, String parentId) {
    if (wish.name.isBlank()) {
      throw Problem.INVALID_TENANT
          .because("A tenant needs a name with visible characters.")
          .at("/name", "is blank")
          .asException();
    }
    Tenant same = change.named(Tenant.KIND, Tenant.name(parentId, wish.name));
    if (same != null) {
      throw Problem.NAME_CONFLICT
          .because(
              "The parent already has a tenant with this name: "
                  + "conflicting_resource_id. Use that one, or choose another name.")
          .at("/name", "is taken")
          .inFavourOf(same.id())
          .asException();
    }
    ExternalId taken =
        wish.externalId == null
            ? null
            : change.named(ExternalId.KIND, ExternalId.ofTenant(wish.externalId));
    if (taken != null) {
      throw Problem.EXTERNAL_ID_CONFLICT
          .because(
              "The external id belongs to conflicting_resource_id. Use that one, or "
                  + "choose another external id.")
          .at("/external_id", "is taken")
          .inFavourOf(taken.holderId())
          .asException();
    }
  }

  /** Nothing can be written for it, or for those below it, until it is resumed. */
  public Tenant suspend(String id) {
    return changed(
        id,
        "The root tenant cannot be suspended. Suspend a tenant below it.",
        (tenant, nowMs) -> tenant.isSuspended() ? tenant : tenant.suspended(nowMs));
  }

  public Tenant resume(String id) {
    return changed(
        id,
        "The root tenant is never suspended.",
        (tenant, _) -> tenant.isSuspended() ? tenant.suspended(null) : tenant);
  }

  /** Holds for what is decided from now on, and for approvals that wait already. */
  public ApprovalPolicy changePolicy(String id, UnaryOperator<ApprovalPolicy> next) {
    if (!id.equals(Tenants.ROOT)) {
      return changed(id, "", (tenant, _) -> tenant.under(next.apply(tenant.policy()))).policy();
    }
    ApprovalPolicy changed =
        commits.commit(
            change -> {
              ApprovalPolicy before = Tenancy.policy(change, Tenants.ROOT);
              ApprovalPolicy after = next.apply(before);
              if (!after.equals(before)) {
                change.keep(RootPolicy.KIND, RootPolicy.of(after));
                floorChanged.after(change, Tenants.ROOT, before);
              }
              return after;
            });
    root.refresh();
    return changed;
  }

  /** What becomes of a tenant at this time. */
  private interface Step {
    Tenant next(Tenant tenant, long nowMs);
  }

  private Tenant changed(String id, String ofRoot, Step step) {
    checkNotRoot(id, ofRoot);
    return refreshed(
        commits.commit(
            change -> {
              Tenant before = existing(change, id);
              Tenant after = step.next(before, change.nowMs());
              if (!after.equals(before)) {
                change.keep(Tenant.KIND, after);
              }
              if (!after.policy().equals(before.policy())) {
                floorChanged.after(change, id, before.policy());
              }
              return after;
            }));
  }

  public void remove(String id) {
    checkNotRoot(id, "The root tenant cannot be removed.");
    refreshed(
        commits.commit(
            change -> {
              Tenant tenant = existing(change, id);
              TenantUse.checkFree(change, tenant);
              change.discard(Tenant.KIND, tenant);
              ExternalId name =
                  tenant.externalId() == null
                      ? null
                      : change.named(ExternalId.KIND, ExternalId.ofTenant(tenant.externalId()));
              if (name != null) {
                change.discard(ExternalId.KIND, name);
              }
              return tenant;
            }));
  }

  /** The tenant as it is now; null for the root, which has no record, and for what is none. */
  public @Nullable Tenant find(String id) {
    return id.equals(Tenants.ROOT) ? null : byId.find(all -> all.get(id));
  }

  public Tenant get(String id) {
    Tenant tenant = find(id);
    if (tenant == null) {
      throw notFound();
    }
    return tenant;
  }

  /** What a decision takes there, as far as anybody needs to know who only looks. */
  public ApprovalPolicy policy(String id) {
    if (id.equals(Tenants.ROOT)) {
      return root.value();
    }
    Tenant tenant = find(id);
    return tenant == null ? ApprovalPolicy.DEFAULT : tenant.policy();
  }

  public boolean exists(String id) {
    return id.equals(Tenants.ROOT) || find(id) != null;
  }

  /** Whether the tenant is this one, or below it; everything is below the root. */
  public boolean isWithin(String above, String id) {
    if (above.equals(Tenants.ROOT)) {
      return exists(id);
    }
    for (Tenant tenant = find(id); tenant != null; tenant = find(tenant.parentId())) {
      if (tenant.id().equals(above)) {
        return true;
      }
    }
    return false;
  }

  static void checkNotRoot(String id, String because) {
    if (id.equals(Tenants.ROOT)) {
      throw Problem.INVALID_TENANT.because(because).asException();
    }
  }

  static void checkExists(Change change, String id) {
    if (!id.equals(Tenants.ROOT)) {
      existing(change, id);
    }
  }

  static Tenant existing(Change change, String id) {
    Tenant tenant = Tenancy.tenant(change, id);
    if (tenant == null) {
      throw notFound();
    }
    return tenant;
  }

  /** The tenant that a body names, other than the root. */
  public static Tenant named(Change change, String id) {
    Tenant tenant = Tenancy.tenant(change, id);
    if (tenant == null) {
      throw Problem.INVALID_REQUEST
          .because(
              "There is no such tenant. GET /v1/tenants lists them; omit tenant_id for "
                  + "the root tenant.")
          .at("/tenant_id", "is not a tenant")
          .asException();
    }
    return tenant;
  }

  static Refused notFound() {
    return Problem.TENANT_NOT_FOUND
        .because("There is no such tenant. GET /v1/tenants lists them.")
        .asException();
  }

  private Tenant refreshed(Tenant touched) {
    byId.amend(
        (queries, all) -> {
          Tenant now = queries.kept(Tenant.KIND, touched.key());
          if (now == null) {
            all.remove(touched.id());
          } else {
            all.put(now.id(), now);
          }
        });
    return touched;
  }
}
