package dev.holdpoint.api.session;

import dev.holdpoint.api.delivery.DeliveryBodies.ReplyHandle;
import dev.holdpoint.api.delivery.DeliveryBodies.ReplyTarget;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.session.InputBodies.Generation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session holds for all of its runs: persona, scopes, route and reply targets. */
public interface DefaultsBodies {
  @About("The identity of an agent.")
  record PersonaRequest(
      @Length(min = 1, max = Limits.SESSION_ID)
          @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
          @About("Chosen by the caller, or generated.")
          @Nullable String personaId,
      @Length(min = 1, max = Limits.NAME) @About("Its id when unset.") @Nullable String displayName,
      @Length(max = Limits.INSTRUCTIONS) @About("Instructions for the model, sent with each turn.")
          @Nullable String instructions,
      @About("The limits of all sessions that are bound to it.")
          @Nullable CapabilityScope capabilityScope) {}

  @About("The persona as it was when it was bound.")
  record PersonaView(
      String personaId,
      String displayName,
      String instructions,
      @OmitIfUnset @Nullable CapabilityScope capabilityScope) {}

  @About("The persona of the session from now on.")
  record SetPersonaRequest(@Required @Length(min = 1, max = Limits.ID) String personaId) {}

  @About("What a session can see or call. An empty allow list allows everything; deny wins.")
  record CapabilityScope(
      @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME) List<String> skillAllow,
      @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME) List<String> skillDeny,
      @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
          List<String> mcpServerAllow,
      @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
          List<String> mcpServerDeny,
      @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
          List<String> mcpToolAllow,
      @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
          List<String> mcpToolDeny) {
    public CapabilityScope {
      skillAllow = Copies.of(skillAllow);
      skillDeny = Copies.of(skillDeny);
      mcpServerAllow = Copies.of(mcpServerAllow);
      mcpServerDeny = Copies.of(mcpServerDeny);
      mcpToolAllow = Copies.of(mcpToolAllow);
      mcpToolDeny = Copies.of(mcpToolDeny);
    }
  }

  @About("What the session can see or call from now on.")
  record SetCapabilityScopeRequest(@Required CapabilityScope capabilityScope) {}

  @About("Which credentials a session can use. An empty allow list allows everything; deny wins.")
  record CredentialScope(
      @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME) List<String> routeAllow,
      @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME) List<String> routeDeny,
      @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
          List<String> connectorAllow,
      @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
          List<String> connectorDeny,
      @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
          List<String> connectorCredentialAllow,
      @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
          List<String> connectorCredentialDeny,
      @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
          List<String> mcpServerAllow,
      @Size(max = Limits.SCOPE_ENTRIES) @Length(min = 1, max = Limits.NAME)
          List<String> mcpServerDeny) {
    public CredentialScope {
      routeAllow = Copies.of(routeAllow);
      routeDeny = Copies.of(routeDeny);
      connectorAllow = Copies.of(connectorAllow);
      connectorDeny = Copies.of(connectorDeny);
      connectorCredentialAllow = Copies.of(connectorCredentialAllow);
      connectorCredentialDeny = Copies.of(connectorCredentialDeny);
      mcpServerAllow = Copies.of(mcpServerAllow);
      mcpServerDeny = Copies.of(mcpServerDeny);
    }
  }

  @About("Which credentials the session can use from now on.")
  record SetCredentialScopeRequest(@Required CredentialScope credentialScope) {}

  @About("The model route of a session, and its generation settings.")
  record RoutePolicy(
      @Length(min = 1, max = Limits.NAME) @OmitIfUnset @About("A route of the daemon, by its name.")
          @Nullable String provider,
      @OmitIfUnset @Nullable Generation generation) {}

  @About("The model route of the session's runs from now on.")
  record SetRoutePolicyRequest(@Required RoutePolicy routePolicy) {}

  @About("The targets for outputs of the session's runs from now on.")
  record SetReplyTargetsRequest(
      @Required @Size(max = Limits.REPLY_TARGETS) List<ReplyTarget> replyTargets) {}

  @About("The targets for outputs of a session's runs.")
  record SessionReplyTargetsView(String sessionId, List<ReplyHandle> replyTargets) {
    public SessionReplyTargetsView {
      replyTargets = Copies.of(replyTargets);
    }
  }
}
