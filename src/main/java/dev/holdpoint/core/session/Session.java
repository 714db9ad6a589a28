package dev.holdpoint.core.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A durable container of runs. What it is doing follows from its runs and is not stored here.
 *
 * @param parent the session whose agent started this one; null for one that a client made
 * @param ended null while it takes work
 * @param conversation null unless a host application made it
 */
public record Session(
    long key,
    String id,
    String agentId,
    String conversationId,
    String tenantId,
    @Nullable String threadId,
    @Nullable CapabilityScope capabilityScope,
    @Nullable CredentialScope credentialScope,
    long createdAtMs,
    @Nullable Parent parent,
    @Nullable Ended ended,
    @Nullable Persona persona,
    @Nullable RoutePolicy routePolicy,
    List<ReplyHandle> replyTargets,
    @Nullable Conversation conversation) {

  public record Parent(long key, String id) {}

  /**
   * @param row the journal row that tells of it
   */
  public record Ended(long atMs, String by, @Nullable String reason, long row) {}

  /**
   * That a host application made the session: it is told of a denial by the end of the message.
   *
   * @param externalId what the host calls it
   * @param ownerId the only user who reaches it by a token of his own; null when a key made it
   */
  public record Conversation(@Nullable String externalId, @Nullable String ownerId) {}

  public boolean isEnded() {
    return ended != null;
  }

  /** What a run of it can see or call; null for everything. */
  public @Nullable CapabilityScope effectiveCapabilityScope() {
    return CapabilityScope.both(
        persona == null ? null : persona.capabilityScope(), capabilityScope);
  }

  /** Which credentials a run of it can use; null for all. */
  public @Nullable CredentialScope effectiveCredentialScope() {
    return credentialScope == null ? null : credentialScope.effective();
  }

  /** The same with the journal row that tells of its end. */
  public Session toldIn(long row) {
    return ended == null ? this : ended(new Ended(ended.atMs, ended.by, ended.reason, row));
  }

  public Session ended(Ended how) {
    return with(capabilityScope, credentialScope, how, persona, routePolicy, replyTargets);
  }

  public Session capableOf(@Nullable CapabilityScope scope) {
    return with(scope, credentialScope, ended, persona, routePolicy, replyTargets);
  }

  public Session trustedWith(@Nullable CredentialScope scope) {
    return with(capabilityScope, scope, ended, persona, routePolicy, replyTargets);
  }

  public Session as(@Nullable Persona bound) {
    return with(capabilityScope, credentialScope, ended, bound, routePolicy, replyTargets);
  }

  public Session preferring(@Nullable RoutePolicy policy) {
    return with(capabilityScope, credentialScope, ended, persona, policy, replyTargets);
  }

  public Session replyingTo(List<ReplyHandle> targets) {
    return with(capabilityScope, credentialScope, ended, persona, routePolicy, targets);
  }

  private Session with(
      @Nullable CapabilityScope capability,
      @Nullable CredentialScope credential,
      @Nullable Ended how,
      @Nullable Persona bound,
      @Nullable RoutePolicy policy,
      List<ReplyHandle> targets) {
    return new Session(
        key,
        id,
        agentId,
        conversationId,
        tenantId,
        threadId,
        capability,
        credential,
        createdAtMs,
        parent,
        how,
        bound,
        policy,
        targets,
        conversation);
  }
}
