package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.Enrollment;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.UsedChallenge;
import dev.holdpoint.core.access.WebSession;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.port.IdentityProvider;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordWalk;
import dev.holdpoint.engine.timer.DueWork;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Browsers that have signed in, and the links by which they may. Those that are open are kept in
 * memory by hash: every request of a page asks, and every open stream asks again. None is good for
 * longer than what it was opened with: the token, or the admin token, is looked up each time.
 */
public final class WebSessions implements DueWork {
  public static final long OFFERED_MS = 5L * 60 * 1000;
  public static final long OPEN_MS = 7L * 24 * 3600 * 1000;

  /** Of one owner; whoever makes more loses the oldest. */
  public static final int MOST = 100;

  private static final int AT_ONCE = 200;

  private final Commits commits;
  private final Engine engine;
  private final Tokens tokens;
  private final String adminMark;
  private final CommittedCache<Map<String, WebSession>> byHash;

  /**
   * @param adminMark a keyed fingerprint of the admin token: another token, another mark
   */
  public WebSessions(Commits commits, Engine engine, Tokens tokens, String adminMark) {
    this.commits = commits;
    this.engine = engine;
    this.tokens = tokens;
    this.adminMark = adminMark;
    this.byHash = CommittedCache.of(engine, WebSessions::load);
  }

  private static Map<String, WebSession> load(Queries queries) {
    Map<String, WebSession> open = new ConcurrentHashMap<>();
    RecordWalk.of(queries, WebSession.KIND, null)
        .filter(WebSession::isOpen)
        .forEach(one -> open.put(one.sha256(), one));
    return open;
  }

  /**
   * Keeps the hash of a code that opens one browser, once.
   *
   * @param ownerId the id of a token, or {@link WebSession#ADMIN}
   */
  public WebSession offer(String ownerId, String codeSha256, @Nullable IdempotencyKey idempotency) {
    return add(ownerId, codeSha256, OFFERED_MS, false, null, idempotency);
  }

  /** For somebody who has shown the token itself. */
  public WebSession open(String ownerId, String secretSha256) {
    return open(ownerId, secretSha256, null);
  }

  /**
   * @param providerSession the id of the identity provider's session; null where there is none
   */
  public WebSession open(String ownerId, String secretSha256, @Nullable String providerSession) {
    return add(ownerId, secretSha256, OPEN_MS, true, providerSession, null);
  }

  private WebSession add(
      String ownerId,
      String sha256,
      long forMs,
      boolean open,
      @Nullable String providerSession,
      @Nullable IdempotencyKey idempotency) {
    List<WebSession> touched =
        commits.commit(
            change -> {
              OncePerKey.refuseRepeat(
                  change,
                  idempotency,
                  key -> {
                    WebSession earlier = change.kept(WebSession.KIND, key);
                    return earlier == null ? null : earlier.id();
                  });
              long untilMs = until(ownerId, change.nowMs() + forMs);
              List<WebSession> oldest = oldest(change, ownerId);
              oldest.forEach(one -> change.discard(WebSession.KIND, one));
              String id = change.newId(WebSession.PREFIX);
              WebSession made =
                  new WebSession(
                      Ulid.keyOf(WebSession.PREFIX, id).orElseThrow(),
                      id,
                      ownerId,
                      ownerId.equals(WebSession.ADMIN) ? adminMark : null,
                      sha256,
                      untilMs,
                      change.nowMs(),
                      open ? change.nowMs() : null,
                      providerSession);
              change.keep(WebSession.KIND, made);
              OncePerKey.remember(change, idempotency, made.key());
              return Stream.concat(Stream.of(made), oldest.stream()).toList();
            });
    touched.forEach(this::refresh);
    return touched.getFirst();
  }

  /** Those that make way for a new one. */
  private static List<WebSession> oldest(Change change, String ownerId) {
    return change
        .queries()
        .keptBelow(WebSession.KIND, ownerId, Long.MAX_VALUE, MOST + AT_ONCE)
        .stream()
        .skip(MOST - 1)
        .filter(old -> change.kept(WebSession.KIND, old.key()) != null)
        .toList();
  }

  /**
   * Turns a code into a cookie, for whoever comes first.
   *
   * @throws Refused in the same words for a code that is unknown, used or too old
   */
  public WebSession redeem(String codeSha256, String secretSha256) {
    // Who guesses costs a look, not a turn of the writer.
    if (engine.read((Queries queries) -> queries.named(WebSession.KIND, codeSha256)) == null) {
      throw badCode();
    }
    WebSession opened =
        commits.commit(
            change -> {
              WebSession offered = change.named(WebSession.KIND, codeSha256);
              if (offered == null
                  || offered.isOpen()
                  || offered.isOver(change.nowMs())
                  || !isOwned(offered)) {
                throw badCode();
              }
              long untilMs = until(offered.ownerId(), change.nowMs() + OPEN_MS);
              WebSession made = offered.opened(secretSha256, change.nowMs(), untilMs);
              change.keep(WebSession.KIND, made);
              return made;
            });
    refresh(opened);
    return opened;
  }

  /** The open session with this hash, if it and its owner are still good; else null. */
  public @Nullable WebSession find(String secretSha256) {
    WebSession session = byHash.find(open -> open.get(secretSha256));
    return session != null && !session.isOver(engine.nowMs()) && isOwned(session) ? session : null;
  }

  /** Ends it, or takes back the link. */
  public void end(String id) {
    WebSession ended =
        commits.commit(
            change -> {
              OptionalLong key = Ulid.keyOf(WebSession.PREFIX, id);
              WebSession stored =
                  key.isPresent() ? change.kept(WebSession.KIND, key.getAsLong()) : null;
              if (stored == null || !stored.id().equals(id)) {
                throw notFound();
              }
              change.discard(WebSession.KIND, stored);
              return stored;
            });
    refresh(ended);
    signOutAfterLast(ended);
  }

  /** The last browser of somebody who has signed in with a provider takes their sign-in with it. */
  private void signOutAfterLast(WebSession ended) {
    Token token = tokens.withId(ended.ownerId());
    if (token != null && token.signedIn() != null && open(token.id()).isEmpty()) {
      tokens.signOut(token.id());
    }
  }

  private List<WebSession> open(String ownerId) {
    return engine.read(
        queries ->
            RecordWalk.of(queries, WebSession.KIND, ownerId)
                .filter(one -> one.isOpen() && !one.isOver(engine.nowMs()))
                .toList());
  }

  /**
   * Ends what a provider says has ended. Browsers that came in without the provider, by a link or a
   * passkey, stand on its word too, and end with it.
   *
   * @return how many browsers are out
   */
  public int endOf(String issuer, IdentityProvider.LoggedOut out) {
    String providerSession = out.session();
    int ended = 0;
    for (String ownerId : tokens.ofProvider(issuer, out.subject())) {
      List<WebSession> open =
          open(ownerId).stream().filter(one -> isUpTo(one, out.untilMs())).toList();
      if (providerSession != null
          && open.stream().noneMatch(one -> providerSession.equals(one.providerSession()))) {
        continue;
      }
      for (WebSession one : open) {
        String session = one.providerSession();
        if (providerSession == null || session == null || session.equals(providerSession)) {
          ended += isEnded(one) ? 1 : 0;
        }
      }
      if (open(ownerId).isEmpty()) {
        tokens.signOut(ownerId);
      }
    }
    return ended;
  }

  private static boolean isUpTo(WebSession session, long untilMs) {
    Long openedAtMs = session.openedAtMs();
    return openedAtMs == null || openedAtMs <= untilMs;
  }

  /** False for one that has ended by itself in the meantime. */
  private boolean isEnded(WebSession session) {
    try {
      end(session.id());
      return true;
    } catch (Refused _) {
      return false;
    }
  }

  /** Whether whoever it was made for could still make it. */
  private boolean isOwned(WebSession session) {
    return session.ownerId().equals(WebSession.ADMIN)
        ? adminMark.equals(session.adminMark())
        : tokens.withId(session.ownerId()) != null;
  }

  /** None outlives the token it was opened with. */
  private long until(String ownerId, long atMs) {
    if (ownerId.equals(WebSession.ADMIN)) {
      return atMs;
    }
    Token token = tokens.withId(ownerId);
    if (token == null) {
      throw Problem.UNAUTHORIZED.because("The token is unknown, expired or revoked.").asException();
    }
    return token.expiresAtMs() == null ? atMs : Math.min(atMs, token.expiresAtMs());
  }

  /** Takes away what is over, with challenges of passkeys that were used, and invitations. */
  @Override
  public int ring() {
    int swept =
        commits.commit(
            change -> swept(change, UsedChallenge.KIND) + swept(change, Enrollment.KIND));
    List<WebSession> over =
        commits.commit(
            change -> {
              List<WebSession> due =
                  change.queries().due(WebSession.KIND, change.nowMs(), AT_ONCE).stream()
                      .filter(one -> change.kept(WebSession.KIND, one.key()) != null)
                      .toList();
              due.forEach(one -> change.discard(WebSession.KIND, one));
              return due;
            });
    over.forEach(this::refresh);
    return over.size() + swept;
  }

  private static <T extends StoredRecord> int swept(Change change, RecordKind<T> kind) {
    List<T> due =
        change.queries().due(kind, change.nowMs(), AT_ONCE).stream()
            .filter(one -> change.kept(kind, one.key()) != null)
            .toList();
    due.forEach(one -> change.discard(kind, one));
    return due.size();
  }

  @Override
  public boolean isUrgent() {
    return false;
  }

  private void refresh(WebSession touched) {
    byHash.amend(
        (queries, open) -> {
          WebSession now = queries.kept(WebSession.KIND, touched.key());
          if (now == null) {
            open.remove(touched.sha256());
          } else if (now.isOpen()) {
            open.put(now.sha256(), now);
          }
        });
  }

  public static Refused badCode() {
    return Problem.UNAUTHORIZED
        .because(
            "The link was already used, has expired or is not valid. Run `holdpoint "
                + "open` for a new link.")
        .asException();
  }

  public static Refused notFound() {
    return Problem.WEB_SESSION_NOT_FOUND
        .because("There is no such web session. GET /v1/web-sessions lists them.")
        .asException();
  }
}
