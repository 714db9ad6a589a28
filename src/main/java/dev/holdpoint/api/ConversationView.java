package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A conversation: what is called a session elsewhere.")
public record ConversationView(
    @About("Always conversation.") String object,
    String id,
    String tenantId,
    @OmitIfUnset @Nullable String externalId,
    String createdAt,
    @About("Null while it takes messages.") @Nullable String archivedAt) {}
