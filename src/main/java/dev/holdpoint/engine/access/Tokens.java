package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.FormerToken;
import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.access.Role;
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

  /** What every token that the daemon makes begins with. */
  public static final String PREFIX = "hpt_";

  private final Commits commits;
  private final Engine engine;
  private final CommittedCache<Known> known;
  private final Object adding = new Object();

  public Tokens(Commits commits, Engine engine) {
    this.commits = commits;
    this.engine = engine;
    this.known = CommittedCache.of(engine, Known::of);
  }

  /** Keeps the hash of a token that the caller has made and shows once. */
  public Token add(
      String name,
      Role role,
      @Nullable String tenantId,
      String sha256,
      @Nullable Long expiresAtMs,
      String by,
      @Nullable IdempotencyKey idempotency) {
    Token token;
    // A work does not see the tokens of others in its batch: one at a time is committed.
    synchronized (adding) {
      token =
          commits.commit(
              change -> {
                OncePerKey.refuseRepeat(change, idempotency, key -> idOf(change, key));
                if (expiresAtMs != null && expiresAtMs <= change.nowMs()) {
                  throw Problem.INVALID_REQUEST
                      .because("The token would already be expired. Choose a later expires_at_ms.")
                      .at("/expires_at_ms", "is in the past")
                      .asException();
                }
                Principals.checkPlain(name, Problem.INVALID_REQUEST, "/name");
                if (PrincipalName.folded(name).equals(OPERATOR) || Principals.isOfDaemon(name)) {
                  throw Problem.INVALID_REQUEST
                      .because(
                          "This name is reserved for the daemon. Choose the name of the token's "
                              + "user.")
                      .at("/name", "is reserved")
                      .asException();
                }
                if (tenantId != null && !tenantId.equals(Tenants.ROOT)) {
                  TenantDirectory.named(change, tenantId);
                }
                String whose = tenantId == null ? Tenants.ROOT : tenantId;
                Principals.checkDistinct(change, whose, name, "/name");
                String id = change.newId("tok_");
                Token made =
                    new Token(
                        Ulid.keyOf("tok_", id).orElseThrow(),
                        id,
                        name,
                        role,
                        whose,
                        sha256,
                        change.nowMs(),
                        by,
                        expiresAtMs);
                change.add(made);
                OncePerKey.remember(change, idempotency, made.key());
                return made;
              });
    }
    known.refresh();
    return token;
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
    commits.commit(
        change -> {
          Token token =
              change.queries().tokens().stream()
                  .filter(t -> t.id().equals(id))
                  .findFirst()
                  .orElseThrow(
                      () ->
                          Problem.TOKEN_NOT_FOUND
                              .because("There is no such token. GET /v1/tokens lists them.")
                              .asException());
          change.remove(token);
          change.keep(
              FormerToken.KIND, new FormerToken(token.key(), token.id(), token.principal()));
          // Its browsers are out already, because its token is: this is for those who list them.
          RecordWalk.of(change.queries(), WebSession.KIND, id)
              .filter(one -> change.kept(WebSession.KIND, one.key()) != null)
              .forEach(one -> change.discard(WebSession.KIND, one));
          return token;
        });
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
