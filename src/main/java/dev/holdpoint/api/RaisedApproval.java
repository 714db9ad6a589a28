package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The new gate, and the run that waits for it.")
public record RaisedApproval(
    String runId,
    ApprovalRequestView request,
    @About("The page on which people decide.") String link) {}
