package dev.holdpoint.core.agent;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;

/**
 * Where a client that comes back finds what it has asked.
 *
 * @param name of the session and the client's own name for the request, or of the session and what
 *     is asked
 * @param fingerprint of what is asked
 */
public record ClientPrompt(
    long key, String name, String sessionId, String fingerprint, long runKey, String runId)
    implements Kept {
  public static final String PREFIX = "cpr_";
  public static final Shelf<ClientPrompt> SHELF = Shelf.uncached(26, ClientPrompt.class);

  @Override
  public String group() {
    return sessionId;
  }

  /** The same request, asked anew. */
  public ClientPrompt by(String asked, long run, String id) {
    return new ClientPrompt(key, name, sessionId, asked, run, id);
  }
}
