package dev.holdpoint.core.access;

import org.jspecify.annotations.Nullable;

/**
 * A bearer token. Only its hash is kept: the token itself is shown once.
 *
 * @param person the person or program that it is counted as; null for the one of its name
 * @param sessionAccess null for a token of another role than agent, and for one from before there
 *     was a choice, which reaches all
 * @param signedIn the person whom an identity provider has named; null for a token that somebody
 *     holds
 */
public record Token(
    long key,
    String id,
    String name,
    Role role,
    String tenantId,
    String sha256,
    long createdAtMs,
    String createdBy,
    @Nullable Long expiresAtMs,
    @Nullable String person,
    @Nullable SessionAccess sessionAccess,
    @Nullable SignedIn signedIn) {

  /** One that somebody holds. */
  public Token(
      long key,
      String id,
      String name,
      Role role,
      String tenantId,
      String sha256,
      long createdAtMs,
      String createdBy,
      @Nullable Long expiresAtMs,
      @Nullable String person,
      @Nullable SessionAccess sessionAccess) {
    this(
        key,
        id,
        name,
        role,
        tenantId,
        sha256,
        createdAtMs,
        createdBy,
        expiresAtMs,
        person,
        sessionAccess,
        null);
  }

  /** The person or program that its decisions and submissions count for. */
  public String principal() {
    return person == null ? name : person;
  }

  public boolean isValidAt(long nowMs) {
    return expiresAtMs == null || nowMs < expiresAtMs;
  }

  /** Whether it knows no sessions but its own. */
  public boolean isOwnOnly() {
    return role == Role.AGENT && sessionAccess == SessionAccess.OWN;
  }

  /** Whether it is an agent's from before, which reaches every session because nobody chose. */
  public boolean isUndecided() {
    return role == Role.AGENT && sessionAccess == null;
  }

  public Token until(@Nullable Long atMs) {
    return with(atMs, person, sessionAccess);
  }

  public Token of(@Nullable String principal) {
    return with(
        expiresAtMs, principal == null || principal.equals(name) ? null : principal, sessionAccess);
  }

  /**
   * The same for a person who signs in anew: what their provider says of them may have changed. Who
   * they count as stays, or a person who changes their name would vote twice.
   */
  public Token signedInAs(String newName, Role newRole, SignedIn who, long untilMs) {
    return new Token(
        key,
        id,
        newName,
        newRole,
        tenantId,
        sha256,
        createdAtMs,
        createdBy,
        untilMs,
        principal().equals(newName) ? null : principal(),
        null,
        who);
  }

  public Token reaching(SessionAccess access) {
    return with(expiresAtMs, person, access);
  }

  private Token with(
      @Nullable Long atMs, @Nullable String principal, @Nullable SessionAccess access) {
    return new Token(
        key,
        id,
        name,
        role,
        tenantId,
        sha256,
        createdAtMs,
        createdBy,
        atMs,
        principal,
        access,
        signedIn);
  }
}
