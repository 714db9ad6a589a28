package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("A skill of a session.")
public record SkillView(
    String name,
    String description,
    @About("Who shares it.") LearningScope scope,
    @About("The file that it was read from.") String source,
    @About("Only for promoted skills.") @OmitIfUnset @Nullable SkillRollout rollout) {}
