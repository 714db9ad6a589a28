package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("One of several approvals.")
public record ApprovalEndorsement(String resolvedBy, long atMs) {}
