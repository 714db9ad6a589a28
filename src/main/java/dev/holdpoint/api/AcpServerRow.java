package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A process of an agent that clients talk to.")
public record AcpServerRow(
    String serverId,
    @About("The name of the configured agent.") String agent,
    boolean alive,
    long startedAtMs,
    @About("Number of sessions of its agent.") int sessions,
    @About("Number of pending requests of its agent.") int pending) {}
