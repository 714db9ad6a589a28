package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Who decided before, when and how.")
public record Settlement(String by, long atMs, String behavior) {}
