package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.memory.LearningBodies.LearningKind;
import dev.holdpoint.api.memory.LearningBodies.LearningScope;
import dev.holdpoint.api.memory.LearningBodies.LearningScopeKind;
import dev.holdpoint.api.memory.LearningBodies.LearningSensitivity;
import dev.holdpoint.api.memory.LearningBodies.LearningView;
import dev.holdpoint.api.memory.LearningBodies.PolicyDecision;
import dev.holdpoint.api.memory.LearningBodies.PublishTier;
import dev.holdpoint.api.memory.LearningBodies.VerificationStatus;
import dev.holdpoint.api.memory.MemoryBodies.LearnedContext;
import dev.holdpoint.api.memory.MemoryBodies.MemoryKind;
import dev.holdpoint.api.memory.MemoryBodies.MemoryResult;
import dev.holdpoint.api.memory.MemoryBodies.RecoveredMemory;
import dev.holdpoint.api.memory.MemoryBodies.SessionMemoryContextView;
import dev.holdpoint.api.memory.MemoryBodies.SessionMemorySearchView;
import dev.holdpoint.api.memory.MemoryBodies.SkillRollout;
import dev.holdpoint.api.memory.MemoryBodies.SkillView;
import dev.holdpoint.api.status.RunStatus;
import dev.holdpoint.core.memory.Found;
import dev.holdpoint.core.memory.Learning;
import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.memory.Scored;
import dev.holdpoint.core.memory.Skill;
import dev.holdpoint.engine.memory.Memory;
import org.jspecify.annotations.Nullable;

/** Learnings, skills and what is remembered, as they are shown. */
public final class MemoryViews {
  private MemoryViews() {}

  public static LearningView of(Learning learning) {
    return new LearningView(
        learning.id(),
        LearningKind.valueOf(learning.kind().name()),
        of(learning.scope()),
        learning.content(),
        LearningSensitivity.valueOf(learning.sensitivity().name()),
        PublishTier.valueOf(learning.publishTier().name()),
        PolicyDecision.valueOf(learning.policyDecision().name()),
        VerificationStatus.valueOf(learning.verificationStatus().name()),
        learning.publishedAtMs());
  }

  static LearningScope of(dev.holdpoint.core.memory.LearningScope scope) {
    return new LearningScope(LearningScopeKind.valueOf(scope.kind().name()), scope.id());
  }

  public static SkillView of(Skill skill) {
    return new SkillView(
        skill.name(),
        skill.description(),
        of(skill.sharedBy()),
        skill.source(),
        skill.rollout() == null ? null : SkillRollout.valueOf(skill.rollout().name()));
  }

  public static SessionMemoryContextView of(Memory.Context context, boolean asked) {
    return new SessionMemoryContextView(
        context.session().id(),
        Scopes.view(context.session().effectiveCapabilityScope()),
        context.scopes().stream().map(MemoryViews::of).toList(),
        new LearnedContext(
            context.learned().entries().stream().map(one -> learned(one, asked)).toList(),
            context.learned().truncated()),
        new RecoveredMemory(
            context.recovered().entries().stream().map(one -> recovered(one, asked)).toList(),
            context.recovered().truncated()),
        context.skills().stream().map(MemoryViews::of).toList());
  }

  private static LearnedContext.Entry learned(Scored<Learning> scored, boolean asked) {
    Learning learning = scored.item();
    return new LearnedContext.Entry(
        learning.id(),
        LearningKind.valueOf(learning.kind().name()),
        learning.publishedAtMs(),
        learning.content(),
        asked ? scored.score() : null);
  }

  private static RecoveredMemory.Entry recovered(Scored<RunMemory> scored, boolean asked) {
    RunMemory left = scored.item();
    return new RecoveredMemory.Entry(
        left.runId(),
        left.recordedAtMs(),
        RunStatus.valueOf(left.status().name()),
        left.requestPreview(),
        left.outcomePreview(),
        left.summary(),
        asked ? scored.score() : null);
  }

  public static SessionMemorySearchView of(Memory.Results results, @Nullable String query) {
    return new SessionMemorySearchView(
        results.session().id(),
        query,
        results.truncated(),
        results.found().stream().map(MemoryViews::of).toList());
  }

  private static MemoryResult of(Found found) {
    return new MemoryResult(
        MemoryKind.valueOf(found.kind().name()),
        found.sourceId(),
        found.title(),
        found.excerpt(),
        found.score(),
        found.timestampMs(),
        of(found.scope()),
        found.promptEligible(),
        found.matchedFields());
  }
}
