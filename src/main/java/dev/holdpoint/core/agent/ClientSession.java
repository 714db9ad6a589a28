package dev.holdpoint.core.agent;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;

/**
 * The session in which a client asks that names none.
 *
 * @param key the session's
 * @param name the same for no two: of who calls and what the client calls itself
 */
public record ClientSession(long key, String name) implements Kept {
  public static final Shelf<ClientSession> SHELF = Shelf.uncached(25, ClientSession.class);
}
