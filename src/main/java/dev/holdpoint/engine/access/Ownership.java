package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.Holder;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.session.SessionOwners;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.port.store.RecordQueries;
import dev.holdpoint.engine.port.store.TermHits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions exist for whom. Each session of a tree has a record of its own, so that one look
 * tells, and the sessions of a token are found by an index.
 */
public final class Ownership {
  /** How many of its sessions a token is told of, the newest of them. */
  public static final int MOST = 2_000;

  private Ownership() {}

  /** Whether the session exists for the caller. */
  public static boolean reaches(RecordQueries queries, Holder who, long sessionKey) {
    return !who.ownOnly() || isOf(queries.kept(SessionOwners.KIND, sessionKey), who);
  }

  /** The same within a change. */
  public static boolean reaches(Change change, Holder who, long sessionKey) {
    return !who.ownOnly() || isOf(change.kept(SessionOwners.KIND, sessionKey), who);
  }

  private static boolean isOf(@Nullable SessionOwners owners, Holder who) {
    return owners != null && owners.reaches(who.tokenId());
  }

  /** A new session belongs to the owner of its parent, or else to the token that made it. */
  public static void begin(
      Change change, Session made, Session.@Nullable Parent parent, @Nullable String ownerId) {
    SessionOwners above = parent == null ? null : change.kept(SessionOwners.KIND, parent.key());
    if (above != null) {
      change.keep(SessionOwners.KIND, above.of(made));
    } else if (parent == null && ownerId != null) {
      change.keep(SessionOwners.KIND, new SessionOwners(made.key(), made.id(), ownerId, List.of()));
    }
  }

  /** A session from before of which it is known who made it. */
  public static void adopt(Change change, Session session, String ownerId) {
    if (change.kept(SessionOwners.KIND, session.key()) == null) {
      begin(change, session, null, ownerId);
    }
  }

  /** The sessions of a token, the newest first. */
  public static List<SessionOwners> of(RecordQueries queries, String tokenId) {
    List<Long> keys =
        queries.withTerms(SessionOwners.KIND, List.of(""), List.of(tokenId), MOST).stream()
            .map(TermHits::key)
            .toList();
    return queries.keptAmong(SessionOwners.KIND, keys).stream()
        .sorted((one, other) -> Long.compare(other.key(), one.key()))
        .toList();
  }
}
