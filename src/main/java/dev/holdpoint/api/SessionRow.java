package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A session in a list, with the number of its gates.")
public record SessionRow(
    String sessionId,
    String agentId,
    String conversationId,
    SessionStatus status,
    int pendingApprovals,
    int pendingQuestions,
    @Nullable RoutePolicy routePolicy,
    @Nullable CapabilityScope capabilityScope,
    @Nullable CapabilityScope effectiveCapabilityScope,
    @Nullable CredentialScope credentialScope,
    @Nullable CredentialScope effectiveCredentialScope,
    @Nullable PersonaView persona,
    List<ReplyHandle> replyTargets) {
  public SessionRow {
    replyTargets = Copies.of(replyTargets);
  }
}
