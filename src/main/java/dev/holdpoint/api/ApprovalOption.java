package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;

@About("A choice that an agent offers with its request.")
public record ApprovalOption(
    @Length(max = Limits.ID) String optionId, String name, ApprovalOptionKind kind) {}
