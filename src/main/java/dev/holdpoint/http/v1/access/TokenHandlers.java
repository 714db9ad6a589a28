package dev.holdpoint.http.v1.access;

import dev.holdpoint.api.access.TokenBodies.CreateTokenRequest;
import dev.holdpoint.api.access.TokenBodies.CreatedToken;
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

/** Tokens: made, listed, revoked. */
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
        "createToken", this::create, "listTokens", this::list, "revokeToken", this::revoke);
  }

  private Reply create(Call call) {
    CreateTokenRequest body = bodies.read(call, CreateTokenRequest.class);
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    String text = Tokens.PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    Token token =
        tokens.add(
            body.name(),
            dev.holdpoint.core.access.Role.valueOf(body.role().name()),
            body.tenantId(),
            sha256(text),
            body.expiresAtMs(),
            call.caller().name(),
            bodies.idempotency(call, null));
    return Reply.json(
            201,
            new CreatedToken(
                token.id(),
                token.name(),
                role(token),
                token.tenantId(),
                token.createdAtMs(),
                token.expiresAtMs(),
                text))
        .with("Cache-Control", "no-store");
  }

  private Reply list(Call call) {
    return Reply.json(
        200,
        tokens.list().stream()
            .map(
                t ->
                    new TokenRow(
                        t.id(),
                        t.name(),
                        role(t),
                        t.tenantId(),
                        t.createdAtMs(),
                        t.expiresAtMs(),
                        null))
            .toList());
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
