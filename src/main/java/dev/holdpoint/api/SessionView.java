package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A session and all that a client needs to show it.")
public record SessionView(
    String sessionId,
    String agentId,
    @About("The same session on the signed surface.") String conversationId,
    @OmitIfUnset @About("The provider's own thread, as the session was created with it.")
        @Nullable String threadId,
    SessionSnapshot snapshot,
    @Nullable RoutePolicy routePolicy,
    @Nullable CapabilityScope capabilityScope,
    @Nullable CapabilityScope effectiveCapabilityScope,
    @Nullable CredentialScope credentialScope,
    @Nullable CredentialScope effectiveCredentialScope,
    @Nullable PersonaView persona,
    List<ReplyHandle> replyTargets,
    @About("What its newest 50 runs have said, or the page of runs that was asked for.")
        List<DaemonOutputRecord> outputs,
    @About("Of the runs whose outputs are shown: there when pages were asked for, or are needed.")
        @OmitIfUnset
        @Nullable MorePages pagination) {
  public SessionView {
    replyTargets = Copies.of(replyTargets);
    outputs = Copies.of(outputs);
  }
}
