package dev.holdpoint.core.policy;

import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.access.Role;
import java.util.Set;

/**
 * Somebody who may decide in a tenant, as tokens and keys name them.
 *
 * @param folded the form of the name by which people are told apart
 * @param roles of valid tokens with this name: admin, operator
 * @param keys approver keys of this principal that are not revoked
 * @param canSign whether one of these keys is good now
 */
public record Person(
    String name, String folded, Set<Role> roles, Set<String> keys, boolean canSign) {
  public static Person of(String name, Set<Role> roles, Set<String> keys, boolean canSign) {
    return new Person(name, PrincipalName.folded(name), roles, keys, canSign);
  }

  public boolean canDecide() {
    return !roles.isEmpty() || canSign;
  }
}
