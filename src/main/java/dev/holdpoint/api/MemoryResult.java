package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("One thing that a search of the memory has found.")
public record MemoryResult(
    MemoryKind kind,
    @About("The id of the learning or the run, or the name of the skill.") String sourceId,
    String title,
    @About("The text around the first place that was found.") String excerpt,
    @About("How many terms of the query it has; 0 without one.") int score,
    long timestampMs,
    LearningScope scope,
    @About("Whether a run of this session may be told of it without asking.")
        boolean promptEligible,
    @About("Where terms of the query were found.") List<String> matchedFields) {
  public MemoryResult {
    matchedFields = Copies.of(matchedFields);
  }
}
