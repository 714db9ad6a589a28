package dev.holdpoint.engine;

import dev.holdpoint.core.run.Run;

/**
 * The run that a call is answered with.
 *
 * @param replayed an earlier call with the same idempotency key did it
 */
public record Outcome(Run run, boolean replayed) {}
