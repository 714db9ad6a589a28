package dev.holdpoint.api.memory;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.memory.LearningBodies.LearningKind;
import dev.holdpoint.api.memory.LearningBodies.LearningScope;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.session.DefaultsBodies.CapabilityScope;
import dev.holdpoint.api.status.RunStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bodies of responses about what a session remembers. */
public interface MemoryBodies {
  @About("The memory that the next run of a session receives automatically.")
  record SessionMemoryContextView(
      String sessionId,
      @Nullable CapabilityScope effectiveCapabilityScope,
      @About("The scopes whose learnings the session shares, the narrowest first.")
          List<LearningScope> learningScopes,
      LearnedContext learnedContext,
      RecoveredMemory recoveredMemory,
      List<SkillView> visibleSkills) {
    public SessionMemoryContextView {
      learningScopes = Copies.of(learningScopes);
      visibleSkills = Copies.of(visibleSkills);
    }
  }

  @About("The learnings that the next run receives, in this order.")
  record LearnedContext(
      List<LearnedContext.Entry> entries, @About("Whether some were left out.") boolean truncated) {
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

  @About("The memory of earlier runs for the next one, in this order. Secrets are removed.")
  record RecoveredMemory(
      List<RecoveredMemory.Entry> entries,
      @About("Whether some were left out.") boolean truncated) {
    public RecoveredMemory {
      entries = Copies.of(entries);
    }

    @About("The memory of one run.")
    public record Entry(
        String runId,
        long recordedAtMs,
        RunStatus status,
        String requestPreview,
        String outcomePreview,
        String summary,
        @About("Number of terms of the query that it contains.") @OmitIfUnset
            @Nullable Integer score) {}
  }

  @About("Results of a memory search: the best first, or the newest without a query.")
  record SessionMemorySearchView(
      String sessionId,
      @OmitIfUnset @Nullable String query,
      @About("Whether there may be more.") boolean truncated,
      List<MemoryResult> results) {
    public SessionMemorySearchView {
      results = Copies.of(results);
    }
  }

  @About("One result of a memory search.")
  record MemoryResult(
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

  @About("The kind of a search result.")
  enum MemoryKind {
    LEARNING,
    RECOVERED_RUN,
    SKILL
  }

  @About("A skill of a session.")
  record SkillView(
      String name,
      String description,
      @About("Who shares it.") LearningScope scope,
      @About("The file that it was read from.") String source,
      @About("Only for promoted skills.") @OmitIfUnset @Nullable SkillRollout rollout) {}

  @About("The rollout of a promoted skill; only an active one is visible.")
  enum SkillRollout {
    SHADOW,
    ACTIVE
  }
}
