package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.RefusedAs;
import org.jspecify.annotations.Nullable;

@About("Creates a session, or returns the existing one with this id.")
public record CreateSessionRequest(
    @Length(min = 1, max = Limits.SESSION_ID)
        @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
        @RefusedAs("invalid_session_id")
        @Nullable String sessionId,
    @Length(min = 1, max = Limits.ID)
        @About(
            "The id of the conversation at the session's agent. An agent over ACP "
                + "receives it in _meta.holdpoint.threadId of session/new; model providers "
                + "have no threads.")
        @Nullable String threadId,
    @Length(min = 1, max = Limits.ID) @Nullable String personaId,
    @Nullable CapabilityScope capabilityScope,
    @Nullable CredentialScope credentialScope,
    @Length(min = 1, max = Limits.ID) @About("For admins: the tenant of the session.")
        @Nullable String tenantId) {}
