package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("The memory that the next run of a session receives automatically.")
public record SessionMemoryContextView(
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
