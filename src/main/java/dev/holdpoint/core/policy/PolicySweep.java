package dev.holdpoint.core.policy;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * That policies or groups have changed, and how far the walk over what waits has come since. There
 * is one at most: a change begins the walk anew.
 *
 * @param above gates up to this key are done
 * @param atMs when it goes on
 * @param before what held before the walk; null where that is not known
 */
public record PolicySweep(long key, long above, long atMs, @Nullable Before before)
    implements StoredRecord {
  public static final RecordKind<PolicySweep> KIND = RecordKind.uncached(40, PolicySweep.class);

  public static final long ONLY = 1;

  /** More than are changed while one walk goes on; a record must not grow without bound. */
  private static final int MOST_KEPT = 50;

  /**
   * What has changed, as it was.
   *
   * @param order the keys of all policies in their order
   * @param policies those that were changed or removed
   * @param groups those that were changed
   * @param newGroups the keys of groups that were not there
   * @param floors tenants' own policies that were changed; null for none
   */
  public record Before(
      List<Long> order,
      List<StoredPolicy> policies,
      List<Group> groups,
      List<Long> newGroups,
      @Nullable List<Floor> floors) {
    public Before {
      order = List.copyOf(order);
      policies = List.copyOf(policies);
      groups = List.copyOf(groups);
      newGroups = List.copyOf(newGroups);
      floors = floors == null || floors.isEmpty() ? null : List.copyOf(floors);
    }

    /** What the gates of the tenant needed then; empty where that has not changed. */
    public Optional<ApprovalPolicy> floor(String tenantId) {
      return (floors == null ? List.<Floor>of() : floors)
          .stream().filter(one -> one.tenantId().equals(tenantId)).map(Floor::policy).findFirst();
    }

    /** Two changes in a row: what was first is what held before both. */
    private Before then(Before later) {
      List<StoredPolicy> allPolicies = new ArrayList<>(policies);
      later.policies.stream()
          .filter(one -> order.contains(one.key()))
          .filter(one -> policies.stream().noneMatch(known -> known.key() == one.key()))
          .forEach(allPolicies::add);
      List<Group> allGroups = new ArrayList<>(groups);
      later.groups.stream()
          .filter(one -> !newGroups.contains(one.key()))
          .filter(one -> groups.stream().noneMatch(known -> known.key() == one.key()))
          .forEach(allGroups::add);
      List<Long> made = new ArrayList<>(newGroups);
      made.addAll(later.newGroups);
      List<Floor> allFloors = new ArrayList<>(floors == null ? List.of() : floors);
      (later.floors == null ? List.<Floor>of() : later.floors)
          .stream().filter(one -> floor(one.tenantId()).isEmpty()).forEach(allFloors::add);
      return new Before(order, allPolicies, allGroups, made, allFloors);
    }

    private boolean isLarge() {
      return policies.size()
              + groups.size()
              + newGroups.size()
              + (floors == null ? 0 : floors.size())
          > MOST_KEPT;
    }
  }

  /** A tenant's own policy, as it was. */
  public record Floor(String tenantId, ApprovalPolicy policy) {}

  /**
   * A walk from the beginning.
   *
   * @param running the walk that has not come to its end; null when there is none
   */
  public static PolicySweep begin(@Nullable PolicySweep running, long nowMs, Before changed) {
    Before before =
        running == null ? changed : running.before == null ? null : running.before.then(changed);
    return new PolicySweep(ONLY, 0, nowMs, before == null || before.isLarge() ? null : before);
  }

  public PolicySweep after(long gateKey) {
    return new PolicySweep(key, gateKey, atMs, before);
  }

  @Override
  public Long dueAtMs() {
    return atMs;
  }
}
