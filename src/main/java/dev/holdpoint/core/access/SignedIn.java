package dev.holdpoint.core.access;

import java.util.List;

/**
 * Who a token stands for when nobody holds it: a person whom an identity provider has named. Their
 * browsers come in by it.
 *
 * @param subject the provider's own name for the person, which never changes
 * @param groups names of groups whose member the person is for as long as the token is valid
 */
public record SignedIn(String issuer, String subject, List<String> groups) {
  public SignedIn {
    groups = List.copyOf(groups);
  }

  public boolean isSamePerson(SignedIn other) {
    return issuer.equals(other.issuer) && subject.equals(other.subject);
  }
}
