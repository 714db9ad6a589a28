package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("The learnings that the next run is told of, in this order.")
public record LearnedContext(
    List<Entry> entries, @About("Whether some were left out.") boolean truncated) {
  public LearnedContext {
    entries = Copies.of(entries);
  }

  @About("A learning that the next run is told of.")
  public record Entry(
      String learningId,
      LearningKind kind,
      long publishedAtMs,
      String content,
      @About("How many terms of the query it has.") @OmitIfUnset @Nullable Integer score) {}
}
