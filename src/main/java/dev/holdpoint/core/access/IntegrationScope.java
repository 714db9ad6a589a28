package dev.holdpoint.core.access;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a service key, or a user's token, is good for on the signed surface. */
public enum IntegrationScope {
  APPROVALS_READ,
  APPROVALS_RESOLVE,
  CONVERSATIONS_READ,
  CONVERSATIONS_WRITE,
  SECRETS_READ,
  SECRETS_WRITE;

  /** {@code approvals:read}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT).replace('_', ':');
  }

  public static Optional<IntegrationScope> named(String wire) {
    return Arrays.stream(values()).filter(scope -> scope.wire().equals(wire)).findFirst();
  }

  public static List<String> all() {
    return Arrays.stream(values()).map(IntegrationScope::wire).toList();
  }
}
