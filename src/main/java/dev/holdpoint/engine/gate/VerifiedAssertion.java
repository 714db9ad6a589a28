package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.Assertion;

/**
 * An assertion, and what came of looking at its signature.
 *
 * @param approvalId what it was held against
 * @param genuine whether the key that it names has signed just this; whether that key may, is
 *     decided with the approval
 */
public record VerifiedAssertion(
    Assertion assertion, String approvalId, boolean approve, boolean genuine) {}
