package dev.holdpoint.core.record;

/**
 * What a request asks, in the two members by which a decision names it.
 *
 * @param revision which wording of one call it is, from 1
 */
public record Wording(String digest, int revision) {}
