package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("Whether there is more, and the cursor of the next page.")
public record MorePages(boolean hasMore, @OmitIfUnset @Nullable String nextCursor) {}
