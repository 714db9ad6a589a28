package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.FormerToken;
import dev.holdpoint.core.access.Passkey;
import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.SessionAccess;
import dev.holdpoint.core.access.SignedIn;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.WebSession;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.RecordWalk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Issues, lists and revokes tokens. All of them are kept in memory by hash: every request asks. */
public final class Tokens {
  /** The operator's own token has this name, and no other has. */
  private static final String OPERATOR = "admin";

  private static final String PRINCIPAL = "/principal";

  /** What every token that the daemon makes begins with. */
  public static final String PREFIX = "hpt_";

  private final Commits commits;
  private final Engine engine;
  private final CommittedCache<Known> known;
  private final Object adding = new Object();
  private final Defaults defaults;

  /**
   * What a new token is like when nobody says it.
   *
   * @param ttlMs how long it is valid; 0 for ever
   */
  public record Defaults(long ttlMs, SessionAccess agentSessions) {}

  /**
   * What a caller wants of a token.
   *
   * @param tenantId null for all tenants
   * @param expiry null for the usual one
   * @param principal null for the one of its name
   * @param sessionAccess null for the usual one
   */
  public record Wish(
      String name,
      Role role,
      @Nullable String tenantId,
      @Nullable Expiry expiry,
      @Nullable String principal,
      @Nullable SessionAccess sessionAccess) {
    /** One that says no more than it has to. */
    public Wish(String name, Role role, @Nullable String tenantId) {
      this(name, role, tenantId, null, null, null);
    }
  }

  /**
   * @param atMs null for never
   */
  public record Expiry(@Nullable Long atMs) {}

  /**
   * Whose a token is.
   *
   * @param principal null for the one of its name
   */
  public record Whose(@Nullable String principal) {}

  /** What is null stays as it is. */
  public record Patch(
      @Nullable Expiry expiry, @Nullable Whose whose, @Nullable SessionAccess sessionAccess) {}

  public Tokens(Commits commits, Engine engine, Defaults defaults) {
    this.defaults = defaults;
    this.commits = commits;
    this.engine = engine;
    this.known = CommittedCache.of(engine, Known::of);
  }

  /** Keeps the hash of a token that the caller has made and shows once. */
  public Token add(Wish wish, String sha256, String by, @Nullable IdempotencyKey idempotency) {
    Token token;
    // A work does not see the tokens of others in its batch: one at a time is committed.
    synchronized (adding) {
      token =
          commits.commit(
              change -> {
                OncePerKey.refuseRepeat(change, idempotency, key -> idOf(change, key));
                Long expiresAtMs = expiresAtMs(change, wish.expiry);
                checkRole(wish.role, wish.sessionAccess);
                if (wish.tenantId != null && !wish.tenantId.equals(Tenants.ROOT)) {
                  TenantDirectory.named(change, wish.tenantId);
                }
                String whose = wish.tenantId == null ? Tenants.ROOT : wish.tenantId;
                checkName(change, whose, wish.name, "/name");
                if (wish.principal != null) {
                  checkName(change, whose, wish.principal, PRINCIPAL);
                }
                String id = change.newId("tok_");
                Token made =
                    new Token(
                            Ulid.keyOf("tok_", id).orElseThrow(),
                            id,
                            wish.name,
                            wish.role,
                            whose,
                            sha256,
                            change.nowMs(),
                            by,
                            expiresAtMs,
                            null,
                            sessions(wish))
                        .of(wish.principal);
                change.add(made);
                OncePerKey.remember(change, idempotency, made.key());
                return made;
              });
    }
    known.refresh();
    return token;
  }

  private @Nullable Long expiresAtMs(Change change, @Nullable Expiry expiry) {
    if (expiry == null) {
      return defaults.ttlMs == 0 ? null : Long.valueOf(change.nowMs() + defaults.ttlMs);
    }
    checkAhead(change, expiry.atMs);
    return expiry.atMs;
  }

  private static void checkAhead(Change change, @Nullable Long expiresAtMs) {
    if (expiresAtMs != null && expiresAtMs <= change.nowMs()) {
      throw Problem.INVALID_REQUEST
          .because("The token would already be expired. Choose a later expires_at_ms.")
          .at("/expires_at_ms", "is in the past")
          .asException();
    }
  }

  private @Nullable SessionAccess sessions(Wish wish) {
    return wish.role != Role.AGENT || wish.sessionAccess != null
        ? wish.sessionAccess
        : defaults.agentSessions;
  }

  private static void checkRole(Role role, @Nullable SessionAccess access) {
    if (access != null && role != Role.AGENT) {
      throw Problem.INVALID_REQUEST
          .because(
              "Only a token of role agent has session_access; others reach every session. "
                  + "Omit session_access. Nothing was changed.")
          .at("/session_access", "is for role agent")
          .asException();
    }
  }

  private static void checkName(Change change, String tenantId, String name, String pointer) {
    Principals.checkPlain(name, Problem.INVALID_REQUEST, pointer);
    if (PrincipalName.folded(name).equals(OPERATOR) || Principals.isOfDaemon(name)) {
      throw Problem.INVALID_REQUEST
          .because("This name is reserved for the daemon. Choose the name of the token's user.")
          .at(pointer, "is reserved")
          .asException();
    }
    Principals.checkDistinct(change, tenantId, name, pointer);
  }

  /** What the token itself is stays: its name, role, tenant and secret. */
  public Token change(String id, Patch patch) {
    Token token;
    // Also one after the other with those who revoke: what was revoked must not come back.
    synchronized (adding) {
      token =
          commits.commit(
              change -> {
                Token before = existing(change, id);
                Token after = before;
                if (patch.expiry != null) {
                  checkAhead(change, patch.expiry.atMs);
                  after = after.until(patch.expiry.atMs);
                }
                if (patch.whose != null) {
                  String principal = patch.whose.principal;
                  String next = principal == null ? before.name() : principal;
                  if (!next.equals(before.principal())) {
                    checkName(change, before.tenantId(), next, PRINCIPAL);
                  }
                  after = after.of(principal);
                }
                if (patch.sessionAccess != null) {
                  checkRole(before.role(), patch.sessionAccess);
                  after = after.reaching(patch.sessionAccess);
                }
                if (!after.equals(before)) {
                  change.remove(before);
                  change.add(after);
                }
                return after;
              });
    }
    known.refresh();
    return token;
  }

  /**
   * The token by which the browsers of a person come in whom an identity provider has named: one
   * for each person, made at the first sign-in and brought up to date at each. Nobody knows its
   * secret.
   *
   * @param sha256 of what nobody knows, for a new one
   */
  public Token signIn(SignedIn who, String name, Role role, long ttlMs, String sha256) {
    Token token;
    synchronized (adding) {
      token =
          commits.commit(
              change -> {
                Token before = of(change, who);
                if (before == null || !before.name().equals(name)) {
                  checkName(change, Tenants.ROOT, name, "");
                  checkNobodyElse(change, who, name);
                }
                long untilMs = change.nowMs() + ttlMs;
                Token after;
                if (before == null) {
                  String id = change.newId("tok_");
                  after =
                      new Token(
                          Ulid.keyOf("tok_", id).orElseThrow(),
                          id,
                          name,
                          role,
                          Tenants.ROOT,
                          sha256,
                          change.nowMs(),
                          who.issuer(),
                          untilMs,
                          null,
                          null,
                          who);
                } else {
                  change.remove(before);
                  after = before.signedInAs(name, role, who, untilMs);
                }
                change.add(after);
                return after;
              });
    }
    known.refresh();
    return token;
  }

  /** Nobody comes in by it any more, and the person is in no group of the provider's. */
  void signOut(String id) {
    synchronized (adding) {
      commits.commit(
          change -> {
            Token before =
                change.queries().tokens().stream()
                    .filter(token -> token.id().equals(id) && token.signedIn() != null)
                    .filter(token -> token.isValidAt(change.nowMs()))
                    .findFirst()
                    .orElse(null);
            if (before != null) {
              change.remove(before);
              change.add(before.until(change.nowMs()));
            }
            return id;
          });
    }
    known.refresh();
  }

  private static @Nullable Token of(Change change, SignedIn who) {
    return change.queries().tokens().stream()
        .filter(token -> isOf(token, who))
        .findFirst()
        .orElse(null);
  }

  /** Two people of one provider are two, whatever names it gives them. */
  private static void checkNobodyElse(Change change, SignedIn who, String name) {
    boolean taken =
        change.queries().tokens().stream()
            .filter(token -> token.signedIn() != null && !isOf(token, who))
            .anyMatch(token -> token.principal().equals(name) || token.name().equals(name));
    if (taken) {
      throw Problem.NAME_CONFLICT
          .because("Another person who signs in with a provider has this name.")
          .asException();
    }
  }

  private static boolean isOf(Token token, SignedIn who) {
    SignedIn known = token.signedIn();
    return known != null && known.isSamePerson(who);
  }

  /** The ids of the tokens of people whom this provider has named; one person's with a subject. */
  List<String> ofProvider(String issuer, @Nullable String subject) {
    return list().stream()
        .filter(
            token -> {
              SignedIn who = token.signedIn();
              return who != null
                  && who.issuer().equals(issuer)
                  && (subject == null || who.subject().equals(subject));
            })
        .map(Token::id)
        .toList();
  }

  private static Token existing(Change change, String id) {
    return change.queries().tokens().stream()
        .filter(token -> token.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                Problem.TOKEN_NOT_FOUND
                    .because("There is no such token. GET /v1/tokens lists them.")
                    .asException());
  }

  private static @Nullable String idOf(Change change, long key) {
    FormerToken former = change.kept(FormerToken.KIND, key);
    return former != null
        ? former.id()
        : change.queries().tokens().stream()
            .filter(token -> token.key() == key)
            .map(Token::id)
            .findFirst()
            .orElse(null);
  }

  public List<Token> list() {
    return engine.read(Queries::tokens);
  }

  public void revoke(String id) {
    synchronized (adding) {
      commits.commit(
          change -> {
            Token token = existing(change, id);
            change.remove(token);
            change.keep(
                FormerToken.KIND, new FormerToken(token.key(), token.id(), token.principal()));
            // Its browsers are out already, because its token is: this is for those who list them.
            RecordWalk.of(change.queries(), WebSession.KIND, id)
                .filter(one -> change.kept(WebSession.KIND, one.key()) != null)
                .forEach(one -> change.discard(WebSession.KIND, one));
            // One of an invited approver stays theirs: it decides, and signs nobody in any more.
            RecordWalk.of(change.queries(), Passkey.KIND, id)
                .map(one -> change.kept(Passkey.KIND, one.key()))
                .filter(one -> one != null && !one.invited())
                .forEach(one -> change.discard(Passkey.KIND, one));
            return token;
          });
    }
    known.refresh();
  }

  /** The valid token with this hash, or null. */
  public @Nullable Token find(String sha256) {
    Token token = known.find(all -> all.byHash.get(sha256));
    return token != null && token.isValidAt(engine.nowMs()) ? token : null;
  }

  /** The valid token with this id, or null. */
  public @Nullable Token withId(String id) {
    Token token = known.find(all -> all.byId.get(id));
    return token != null && token.isValidAt(engine.nowMs()) ? token : null;
  }

  private record Known(Map<String, Token> byHash, Map<String, Token> byId) {
    static Known of(Queries queries) {
      Map<String, Token> byHash = new HashMap<>();
      Map<String, Token> byId = new HashMap<>();
      for (Token token : queries.tokens()) {
        byHash.put(token.sha256(), token);
        byId.put(token.id(), token);
      }
      return new Known(Map.copyOf(byHash), Map.copyOf(byId));
    }
  }
}
