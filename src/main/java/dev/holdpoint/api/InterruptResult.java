package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Whether a run was interrupted, and the session afterwards.")
public record InterruptResult(boolean interrupted, SessionSnapshot snapshot) {}
