package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("The position of a page in its list.")
public record Pagination(
    int limit,
    long totalCount,
    boolean hasMore,
    @OmitIfUnset @Nullable String nextCursor,
    ListOrder order) {}
