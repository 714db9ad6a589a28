package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("All problem types.")
public record ProblemKindList(
    @About("Always list.") String object,
    List<ProblemKind> data,
    boolean hasMore,
    @Nullable String nextCursor) {
  public ProblemKindList {
    data = Copies.of(data);
  }
}
