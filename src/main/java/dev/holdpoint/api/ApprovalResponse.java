package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("What became of a click.")
public record ApprovalResponse(
    boolean ok,
    PromptChoice choice,
    @About("True when it was decided before, or nothing waited: the card can go.") @OmitIfUnset
        @Nullable Boolean staleCleared,
    @About("True when the agent is at another node, which goes on with the run.") @OmitIfUnset
        @Nullable Boolean relayed,
    @About("The permission rule that session or always has stored.") @OmitIfUnset
        @Nullable String ruleId) {}
