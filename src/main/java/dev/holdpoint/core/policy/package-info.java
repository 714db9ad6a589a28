/**
 * Approval policies: who must say yes to a gate, in which stages, how long each stage waits, and
 * what the votes make of it.
 *
 * <p>Everything here is a function of its arguments. {@link
 * dev.holdpoint.core.policy.PolicyExpression} is the text of {@code needs}, read; {@link
 * dev.holdpoint.core.policy.PolicyDraft} checks a whole policy; {@link
 * dev.holdpoint.core.policy.Deliberation} computes the standing of one gate; {@link
 * dev.holdpoint.core.policy.StageTimes} says when its stages end. Nothing of this is stored but the
 * policy, the votes and the open stage.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.policy;
