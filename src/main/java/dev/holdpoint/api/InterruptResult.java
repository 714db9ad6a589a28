package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Whether anything was interrupted, and the session afterwards.")
public record InterruptResult(boolean interrupted, SessionSnapshot snapshot) {}
