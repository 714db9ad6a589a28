package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Who decided before, when and what.")
public record SignedResolution(
    String by, String at, @About("allowed, denied, expired or withdrawn.") String outcome) {}
