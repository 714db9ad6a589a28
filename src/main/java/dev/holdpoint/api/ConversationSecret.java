package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("That a conversation has a secret of this name; never its value.")
public record ConversationSecret(
    @About("Always conversation.secret.") String object,
    String alias,
    String createdAt,
    String updatedAt) {}
