package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A text that people and agents share, with all its revisions.")
public record BoardView(
    String boardId,
    @About("The revision that this view shows: the newest, except for a repeated request.")
        String revisionId,
    String title,
    @OmitIfUnset @About("Omitted in lists.") @Nullable String content,
    int revisions,
    long createdAtMs,
    long updatedAtMs) {}
