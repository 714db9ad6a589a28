package dev.holdpoint.core.gate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Under what a settled gate was decided, where one click of anyone was not enough or a policy held.
 *
 * @param policyId null where the tenant's policy held alone
 * @param stage the last stage that was open
 * @param term the place of the policy that the deciding vote filled, as its expression writes it,
 *     such as {@code group:finance}; null where there is none
 * @param decider the person whose word ended it; null where none did
 * @param endorsements the yeses that were in; an allowed approval has them itself
 * @param objections the noes that did not end it
 */
public record Ruling(
    @Nullable String policyId,
    @Nullable String policyName,
    int policyVersion,
    int stage,
    @Nullable String term,
    @Nullable String decider,
    List<Endorsement> endorsements,
    List<Objection> objections) {}
