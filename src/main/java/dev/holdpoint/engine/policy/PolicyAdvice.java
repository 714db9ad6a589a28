package dev.holdpoint.engine.policy;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.policy.PolicyWarnings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** What is unwise in the policies of one moment. */
public final class PolicyAdvice {
  private static final String UNKNOWN_ZONE =
      "The time zone of its hours is not known to this Java, so its times run at all hours; choose"
          + " another zone, or update Java.";

  private PolicyAdvice() {}

  /** The warnings of each policy by its id, also of those that are not enabled. */
  public static Map<String, List<String>> of(PolicyBook book) {
    Map<String, List<String>> all = new HashMap<>();
    List<NamedPolicy> policies = book.policies();
    for (int i = 0; i < policies.size(); i++) {
      NamedPolicy policy = policies.get(i);
      // What is for every tenant is at least for the root's own sessions.
      String tenantId = Objects.requireNonNullElse(policy.tenantId(), Tenants.ROOT);
      boolean signed =
          policy.rules().signatureRequired() || book.floor(tenantId).signatureRequired();
      all.put(
          policy.id(),
          new PolicyWarnings(policy, book.people(tenantId), signed).all(policies.subList(0, i)));
    }
    book.storedPolicies().stream()
        .filter(it -> it.draft().isZoneUnknown())
        .forEach(it -> all.merge(it.id(), List.of(UNKNOWN_ZONE), PolicyAdvice::both));
    return all;
  }

  private static List<String> both(List<String> some, List<String> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /** How many enabled policies have a warning. */
  public static long count(PolicyBook book) {
    Map<String, List<String>> all = of(book);
    return book.policies().stream()
        .filter(it -> it.enabled() && !all.getOrDefault(it.id(), List.of()).isEmpty())
        .count();
  }
}
