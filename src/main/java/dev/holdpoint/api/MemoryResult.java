package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("One result of a memory search.")
public record MemoryResult(
    MemoryKind kind,
    @About("The id of the learning or the run, or the name of the skill.") String sourceId,
    String title,
    @About("The text around the first match.") String excerpt,
    @About("Number of terms of the query that it contains; 0 without a query.") int score,
    long timestampMs,
    LearningScope scope,
    @About("Whether a run of this session may receive it automatically.") boolean promptEligible,
    @About("The fields that match the query.") List<String> matchedFields) {
  public MemoryResult {
    matchedFields = Copies.of(matchedFields);
  }
}
