package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("Results of a memory search: the best first, or the newest without a query.")
public record SessionMemorySearchView(
    String sessionId,
    @OmitIfUnset @Nullable String query,
    @About("Whether there may be more.") boolean truncated,
    List<MemoryResult> results) {
  public SessionMemorySearchView {
    results = Copies.of(results);
  }
}
