package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A revision of a board.")
public record BoardRevisionView(
    String boardId,
    String revisionId,
    String title,
    @OmitIfUnset @About("Omitted in lists.") @Nullable String content,
    long createdAtMs) {}
