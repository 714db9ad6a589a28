package dev.holdpoint.http.hooks;

/**
 * How long hooks wait for somebody.
 *
 * @param waitMs where their URL does not say it
 * @param maxWaitMs whatever their URL says
 */
public record HookTimeouts(long waitMs, long maxWaitMs) {}
