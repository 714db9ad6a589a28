package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A board as it was at one time.")
public record BoardRevisionView(
    String boardId,
    String revisionId,
    String title,
    @OmitIfUnset @About("Left out in lists.") @Nullable String content,
    long createdAtMs) {}
