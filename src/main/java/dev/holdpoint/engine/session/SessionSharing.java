package dev.holdpoint.engine.session;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.session.SessionOwners;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Existing;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lets further tokens reach a session, or no longer. */
public final class SessionSharing {
  /** How many children of one session are looked at. */
  private static final int MOST_CHILDREN = 10_000;

  private final Commits commits;

  public SessionSharing(Commits commits) {
    this.commits = commits;
  }

  /**
   * Shares the session and all that it has started with exactly these; the owner keeps theirs.
   *
   * @param tenantId the only tenant whose tokens exist for the caller; null for all
   * @return as it is then
   */
  public SessionOwners share(String sessionId, List<String> tokenIds, @Nullable String tenantId) {
    List<String> wanted = List.copyOf(new LinkedHashSet<>(tokenIds));
    SessionOwners shared =
        commits.commit(
            change -> {
              Session session = Existing.session(change, sessionId);
              check(change, session, wanted, tenantId);
              return apply(change, session, wanted);
            });
    // Once more: a child that was started in the same transaction has what its parent had before.
    commits.commit(
        change -> {
          Session session = change.session(sessionId);
          return session == null || session.key() != shared.key()
              ? shared
              : apply(change, session, owners(change, session).sharedWith());
        });
    return shared;
  }

  /** A token of another tenant than the session's cannot reach it, whatever is shared. */
  private static void check(
      Change change, Session session, List<String> tokenIds, @Nullable String tenantId) {
    Set<String> known =
        change.queries().tokens().stream()
            .filter(token -> tenantId == null || token.tenantId().equals(tenantId))
            .filter(
                token ->
                    token.tenantId().equals(Tenants.ROOT)
                        || token.tenantId().equals(session.tenantId()))
            .map(Token::id)
            .collect(Collectors.toSet());
    for (int i = 0; i < tokenIds.size(); i++) {
      if (!known.contains(tokenIds.get(i))) {
        throw Problem.INVALID_REQUEST
            .because(
                "token_ids must have the ids of existing tokens; GET /v1/tokens lists them. "
                    + "Nothing was changed.")
            .at("/token_ids/" + i, "is not a token")
            .asException();
      }
    }
  }

  private static SessionOwners owners(Change change, Session session) {
    SessionOwners known = change.kept(SessionOwners.KIND, session.key());
    return known == null ? new SessionOwners(session.key(), session.id(), null, List.of()) : known;
  }

  private static SessionOwners apply(Change change, Session top, List<String> tokenIds) {
    Deque<Session> open = new ArrayDeque<>(List.of(top));
    while (!open.isEmpty()) {
      Session session = open.removeFirst();
      SessionOwners before = owners(change, session);
      SessionOwners after = before.sharedWith(tokenIds);
      if (!after.equals(before)) {
        change.keep(SessionOwners.KIND, after);
      }
      for (String child : change.queries().children(session.key(), MOST_CHILDREN)) {
        Session below = change.session(child);
        if (below != null) {
          open.addLast(below);
        }
      }
    }
    return owners(change, top);
  }
}
