package dev.holdpoint.outbound.oidc;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What this daemon is at the provider, and what it reads of people.
 *
 * @param secret null for a client without one, which PKCE alone protects
 * @param nameClaim the claim that names a person here
 * @param roleClaim the claim with their roles; parts with a dot between lead into objects
 * @param groupsClaim the claim with their groups
 */
public record OidcClient(
    URI issuer,
    String id,
    @Nullable String secret,
    List<String> scopes,
    String nameClaim,
    String roleClaim,
    String groupsClaim) {
  /** Records print their members; a secret must not end up in a log that way. */
  @Override
  public String toString() {
    return "OidcClient[" + issuer + ", " + id + "]";
  }
}
