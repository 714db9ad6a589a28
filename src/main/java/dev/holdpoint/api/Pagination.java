package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("Where a page lies in its list.")
public record Pagination(
    int limit,
    long totalCount,
    boolean hasMore,
    @OmitIfUnset @Nullable String nextCursor,
    ListOrder order) {}
