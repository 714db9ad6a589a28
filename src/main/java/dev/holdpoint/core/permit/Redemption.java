package dev.holdpoint.core.permit;

/**
 * That somebody has begun to carry the call out.
 *
 * @param attempt from 1; a person's word that the one before did not happen makes another
 * @param by how people know the runner
 * @param keySha256 of the runner's own key, by which it is known again; the key itself is not kept
 */
public record Redemption(int attempt, long atMs, String by, String keySha256) {}
