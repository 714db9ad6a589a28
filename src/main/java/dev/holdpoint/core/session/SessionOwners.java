package dev.holdpoint.core.session;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whose a session is. It has the session's key and goes with it; a session from before has none.
 *
 * @param ownerId the token that made it, or {@code admin}; null for a session from before that was
 *     shared since
 * @param sharedWith further tokens that reach it
 */
public record SessionOwners(
    long key, String sessionId, @Nullable String ownerId, List<String> sharedWith)
    implements StoredRecord {
  public static final RecordKind<SessionOwners> KIND = RecordKind.uncached(60, SessionOwners.class);

  public SessionOwners {
    sharedWith = List.copyOf(sharedWith);
  }

  /** By these a token finds its sessions. */
  @Override
  public Set<String> terms() {
    Set<String> tokens = new LinkedHashSet<>(sharedWith);
    if (ownerId != null) {
      tokens.add(ownerId);
    }
    return tokens;
  }

  public boolean reaches(String tokenId) {
    return tokenId.equals(ownerId) || sharedWith.contains(tokenId);
  }

  public SessionOwners sharedWith(List<String> tokenIds) {
    return new SessionOwners(key, sessionId, ownerId, tokenIds);
  }

  /** The same for a session that this one has started. */
  public SessionOwners of(Session child) {
    return new SessionOwners(child.key(), child.id(), ownerId, sharedWith);
  }
}
