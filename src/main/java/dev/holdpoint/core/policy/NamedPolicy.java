package dev.holdpoint.core.policy;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A policy in the one list of all policies.
 *
 * @param tenantId whose gates; null those of every tenant
 */
public record NamedPolicy(
    String id,
    String name,
    int version,
    @Nullable String tenantId,
    boolean enabled,
    PolicyMatch match,
    PolicyRules rules) {

  public boolean matches(GateFacts gate) {
    return enabled && (tenantId == null || tenantId.equals(gate.tenantId())) && match.matches(gate);
  }

  /**
   * The policy that holds for the gate: the first that matches.
   *
   * @param policies in the order of their positions
   */
  public static Optional<NamedPolicy> first(List<NamedPolicy> policies, GateFacts gate) {
    return policies.stream().filter(it -> it.matches(gate)).findFirst();
  }
}
