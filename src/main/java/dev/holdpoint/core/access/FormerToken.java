package dev.holdpoint.core.access;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;

/**
 * What is left of a token that was revoked: whose it was. Runs and schedules name the token that
 * made them, and whoever asked for something stays its requester.
 */
public record FormerToken(long key, String id, String principal) implements Kept {
  public static final Shelf<FormerToken> SHELF = new Shelf<>(27, FormerToken.class);
}
