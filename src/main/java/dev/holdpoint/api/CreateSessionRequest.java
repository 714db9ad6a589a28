package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.RefusedAs;
import org.jspecify.annotations.Nullable;

@About("Creates a session, or finds the one that has this id.")
public record CreateSessionRequest(
    @Length(min = 1, max = Limits.SESSION_ID)
        @Matches(value = Limits.SESSION_ID_PATTERN, message = Limits.SESSION_ID_RULE)
        @RefusedAs("invalid_session_id")
        @Nullable String sessionId,
    @Length(min = 1, max = Limits.ID)
        @About(
            "What the conversation is called where the session's agent keeps it. An agent over ACP is told it in _meta.holdpoint.threadId of session/new; model providers keep no threads.")
        @Nullable String threadId,
    @Length(min = 1, max = Limits.ID) @Nullable String personaId,
    @Nullable CapabilityScope capabilityScope,
    @Nullable CredentialScope credentialScope,
    @Length(min = 1, max = Limits.ID) @About("For an admin: the tenant the session belongs to.")
        @Nullable String tenantId) {}
