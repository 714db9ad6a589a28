package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The run that answers.")
public record ChatAccepted(String runId) {}
