package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A conversation; on other surfaces it is a session.")
public record ConversationView(
    @About("Always conversation.") String object,
    String id,
    String tenantId,
    @OmitIfUnset @Nullable String externalId,
    String createdAt,
    @About("Null while it accepts messages.") @Nullable String archivedAt) {}
