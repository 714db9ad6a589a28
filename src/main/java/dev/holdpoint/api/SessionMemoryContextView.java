package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;
import org.jspecify.annotations.Nullable;

@About("What the next run of a session is told without asking.")
public record SessionMemoryContextView(
    String sessionId,
    @Nullable CapabilityScope effectiveCapabilityScope,
    @About("Whose learnings the session shares, the narrowest first.")
        List<LearningScope> learningScopes,
    LearnedContext learnedContext,
    RecoveredMemory recoveredMemory,
    List<SkillView> visibleSkills) {
  public SessionMemoryContextView {
    learningScopes = Copies.of(learningScopes);
    visibleSkills = Copies.of(visibleSkills);
  }
}
