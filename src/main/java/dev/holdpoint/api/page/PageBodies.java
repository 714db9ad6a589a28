package dev.holdpoint.api.page;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One page of a list. */
public interface PageBodies {
  @About("Whether there is more, and the cursor of the next page.")
  record MorePages(boolean hasMore, @OmitIfUnset @Nullable String nextCursor) {}

  /** A page of a list, sent when the caller asked for pages. */
  record Page<T>(List<T> items, Pagination pagination) {
    public Page {
      items = Copies.of(items);
    }
  }

  @About("The position of a page in its list.")
  record Pagination(
      int limit,
      long totalCount,
      boolean hasMore,
      @OmitIfUnset @Nullable String nextCursor,
      ListOrder order) {}

  @About("How the rows of a page are sorted.")
  enum ListOrder {
    NEWEST_FIRST,
    OLDEST_FIRST,
    ACTIVE_FIRST,
    BY_NAME,
    BY_POSITION
  }
}
