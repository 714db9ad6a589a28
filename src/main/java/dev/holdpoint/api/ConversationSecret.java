package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A secret of a conversation, by its name; never its value.")
public record ConversationSecret(
    @About("Always conversation.secret.") String object,
    String alias,
    String createdAt,
    String updatedAt) {}
