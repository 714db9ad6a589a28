package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A text that people and agents share, of which every revision is kept.")
public record BoardView(
    String boardId,
    @About("The revision that this view shows: the newest, but for a repeated request.")
        String revisionId,
    String title,
    @OmitIfUnset @About("Left out in lists.") @Nullable String content,
    int revisions,
    long createdAtMs,
    long updatedAtMs) {}
