package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("An agent's process that clients speak to.")
public record AcpServerRow(
    String serverId,
    @About("The name of the configured agent that it runs.") String agent,
    boolean alive,
    long startedAtMs,
    @About("How many sessions its agent has.") int sessions,
    @About("How many requests of its agent wait for somebody.") int pending) {}
