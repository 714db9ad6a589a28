package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("The result of a decision.")
public record ApprovalResponse(
    boolean ok,
    PromptChoice choice,
    @About("True if it was already decided, or nothing was pending: the card can be removed.")
        @OmitIfUnset
        @Nullable Boolean staleCleared,
    @About("True if the agent is on another node, which continues the run.") @OmitIfUnset
        @Nullable Boolean relayed,
    @About("The permission rule that session or always has stored.") @OmitIfUnset
        @Nullable String ruleId) {}
