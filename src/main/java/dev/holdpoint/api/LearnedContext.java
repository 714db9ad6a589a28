package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("The learnings that the next run receives, in this order.")
public record LearnedContext(
    List<Entry> entries, @About("Whether some were left out.") boolean truncated) {
  public LearnedContext {
    entries = Copies.of(entries);
  }

  @About("A learning that the next run receives.")
  public record Entry(
      String learningId,
      LearningKind kind,
      long publishedAtMs,
      String content,
      @About("Number of terms of the query that it contains.") @OmitIfUnset
          @Nullable Integer score) {}
}
