package dev.holdpoint.http.v1.access;

import dev.holdpoint.api.access.TokenBodies.ChangeTokenRequest;
import dev.holdpoint.api.access.TokenBodies.CreateTokenRequest;
import dev.holdpoint.api.access.TokenBodies.CreatedToken;
import dev.holdpoint.api.access.TokenBodies.SessionAccess;
import dev.holdpoint.api.access.TokenBodies.TokenRow;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.engine.access.Tokens;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tokens: made, listed, changed, revoked. */
public final class TokenHandlers {
  private static final int SECRET_BYTES = 32;

  private final Bodies bodies;
  private final Tokens tokens;
  private final SecureRandom random = new SecureRandom();

  public TokenHandlers(Bodies bodies, Tokens tokens) {
    this.bodies = bodies;
    this.tokens = tokens;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "createToken", this::create,
        "listTokens", this::list,
        "changeToken", this::change,
        "revokeToken", this::revoke);
  }

  private Reply create(Call call) {
    CreateTokenRequest body = bodies.read(call, CreateTokenRequest.class);
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    String text = Tokens.PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    Token token =
        tokens.add(
            new Tokens.Wish(
                body.name(),
                dev.holdpoint.core.access.Role.valueOf(body.role().name()),
                body.tenantId(),
                expiry(call, body.expiresAtMs()),
                body.principal(),
                access(body.sessionAccess())),
            sha256(text),
            call.caller().name(),
            bodies.idempotency(call, null));
    return Reply.json(
            201,
            new CreatedToken(
                token.id(),
                token.name(),
                role(token),
                token.principal(),
                token.tenantId(),
                access(token),
                token.createdAtMs(),
                token.expiresAtMs(),
                text))
        .with("Cache-Control", "no-store");
  }

  /** Null is told from nothing: it asks for no limit. */
  private Tokens.@Nullable Expiry expiry(Call call, @Nullable Long sent) {
    return sent == null && !bodies.tree(call).has("expires_at_ms") ? null : new Tokens.Expiry(sent);
  }

  private Reply list(Call call) {
    return Reply.json(200, tokens.list().stream().map(TokenHandlers::row).toList());
  }

  private static TokenRow row(Token token) {
    return new TokenRow(
        token.id(),
        token.name(),
        role(token),
        token.principal(),
        token.tenantId(),
        access(token),
        token.createdAtMs(),
        token.expiresAtMs(),
        null);
  }

  private Reply change(Call call) {
    ChangeTokenRequest body = bodies.read(call, ChangeTokenRequest.class);
    String principal = body.principal();
    boolean names = principal != null || bodies.tree(call).has("principal");
    Token changed =
        tokens.change(
            call.path("token_id"),
            new Tokens.Patch(
                expiry(call, body.expiresAtMs()),
                names ? new Tokens.Whose(principal) : null,
                access(body.sessionAccess())));
    return Reply.json(200, row(changed));
  }

  private static dev.holdpoint.core.access.@Nullable SessionAccess access(
      @Nullable SessionAccess sent) {
    return sent == null ? null : dev.holdpoint.core.access.SessionAccess.valueOf(sent.name());
  }

  private static @Nullable SessionAccess access(Token token) {
    if (token.role() != dev.holdpoint.core.access.Role.AGENT) {
      return null;
    }
    return token.isOwnOnly() ? SessionAccess.OWN : SessionAccess.ALL;
  }

  private Reply revoke(Call call) {
    tokens.revoke(call.path("token_id"));
    return Reply.empty(204);
  }

  public static Role role(Token token) {
    return Role.valueOf(token.role().name());
  }

  public static String sha256(String text) {
    return Digests.sha256Hex(text.getBytes(StandardCharsets.UTF_8));
  }
}
