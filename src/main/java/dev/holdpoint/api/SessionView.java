package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("A session with everything that a client needs to show it.")
public record SessionView(
    String sessionId,
    String agentId,
    @About("The id of the same session on the signed surface.") String conversationId,
    @OmitIfUnset @About("The id of the provider's thread that the session was created with.")
        @Nullable String threadId,
    SessionSnapshot snapshot,
    @Nullable RoutePolicy routePolicy,
    @Nullable CapabilityScope capabilityScope,
    @Nullable CapabilityScope effectiveCapabilityScope,
    @Nullable CredentialScope credentialScope,
    @Nullable CredentialScope effectiveCredentialScope,
    @Nullable PersonaView persona,
    List<ReplyHandle> replyTargets,
    @About("The outputs of its newest 50 runs, or of the requested page of runs.")
        List<DaemonOutputRecord> outputs,
    @About(
            "The position of the runs whose outputs are shown; present if pages were "
                + "requested or needed.")
        @OmitIfUnset
        @Nullable MorePages pagination) {
  public SessionView {
    replyTargets = Copies.of(replyTargets);
    outputs = Copies.of(outputs);
  }
}
