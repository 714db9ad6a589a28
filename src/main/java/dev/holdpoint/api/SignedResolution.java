package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The earlier decision: who, when and what.")
public record SignedResolution(
    String by, String at, @About("allowed, denied, expired or withdrawn.") String outcome) {}
