package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The gate that was raised, and the run that waits at it.")
public record RaisedApproval(
    String runId,
    ApprovalRequestView request,
    @About("The page on which people decide.") String link) {}
