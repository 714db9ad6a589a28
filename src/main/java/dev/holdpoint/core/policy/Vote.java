package dev.holdpoint.core.policy;

import dev.holdpoint.core.access.Role;
import org.jspecify.annotations.Nullable;

/**
 * One person's yes or no.
 *
 * @param by the person's name
 * @param role the role of the token that the vote came with; null for a signature, and for a yes
 *     from before roles were stored
 * @param keyId the approver key that signed it; null for a click
 */
public record Vote(
    String by,
    long atMs,
    boolean yes,
    @Nullable String reason,
    @Nullable Role role,
    @Nullable String keyId) {
  public boolean isSigned() {
    return keyId != null;
  }
}
