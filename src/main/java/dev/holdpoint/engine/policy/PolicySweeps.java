package dev.holdpoint.engine.policy;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.PolicySweep;
import dev.holdpoint.core.policy.PolicySweep.Before;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.engine.commit.Change;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Begins the walk over what waits, in the commit of the change that makes it necessary. */
public final class PolicySweeps {
  private PolicySweeps() {}

  /**
   * @param order all policies as they were
   * @param before the policy that is changed or removed; null for a new one
   */
  static void afterPolicy(Change change, List<StoredPolicy> order, @Nullable StoredPolicy before) {
    begin(
        change,
        new Before(
            order.stream().map(StoredPolicy::key).toList(),
            before == null ? List.of() : List.of(before),
            List.of(),
            List.of(),
            null));
  }

  /** After a tenant's own policy has changed. */
  public static void afterFloor(Change change, String tenantId, ApprovalPolicy before) {
    begin(
        change,
        new Before(
            order(change),
            List.of(),
            List.of(),
            List.of(),
            List.of(new PolicySweep.Floor(tenantId, before))));
  }

  static void afterGroup(Change change, Group before) {
    begin(change, new Before(order(change), List.of(), List.of(before), List.of(), null));
  }

  static void afterNewGroup(Change change, Group made) {
    begin(change, new Before(order(change), List.of(), List.of(), List.of(made.key()), null));
  }

  private static List<Long> order(Change change) {
    return change.group(StoredPolicy.KIND, null).stream()
        .sorted(Comparator.comparingInt(StoredPolicy::position))
        .map(StoredPolicy::key)
        .toList();
  }

  private static void begin(Change change, Before before) {
    PolicySweep running = change.kept(PolicySweep.KIND, PolicySweep.ONLY);
    change.keep(PolicySweep.KIND, PolicySweep.begin(running, change.nowMs(), before));
  }
}
