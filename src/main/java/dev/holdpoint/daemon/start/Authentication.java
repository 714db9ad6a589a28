package dev.holdpoint.daemon.start;

import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.core.access.ServiceKey;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.WebSession;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.engine.access.ServiceKeys;
import dev.holdpoint.engine.access.Tokens;
import dev.holdpoint.engine.access.WebSessions;
import dev.holdpoint.http.server.Authenticator;
import dev.holdpoint.http.server.BrowserSession;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.v1.access.TokenHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who calls: the operator by the admin token, whoever has one of the others, a host application by
 * its service key, one of its users by a token of the platform, or a browser by the cookie that one
 * of the first two was exchanged for.
 */
public final class Authentication implements Authenticator {
  private static final Caller ADMIN =
      new Caller(WebSession.ADMIN, WebSession.ADMIN, Role.ADMIN, Tenants.ROOT);

  private final byte[] adminHash;
  private final Tokens tokens;
  private final WebSessions webSessions;
  private final ServiceKeys serviceKeys;
  private final @Nullable PlatformTokens platform;

  public Authentication(
      AdminToken admin,
      Tokens tokens,
      WebSessions webSessions,
      ServiceKeys serviceKeys,
      Config config,
      InstantSource clock)
      throws StartRefused {
    this.adminHash = TokenHandlers.sha256(admin.value()).getBytes(StandardCharsets.US_ASCII);
    this.tokens = tokens;
    this.webSessions = webSessions;
    this.serviceKeys = serviceKeys;
    this.platform = PlatformTokens.of(config.platformJwt().orElse(null), clock);
  }

  @Override
  public @Nullable Caller authenticate(String presented) {
    String hash = TokenHandlers.sha256(presented);
    if (MessageDigest.isEqual(adminHash, hash.getBytes(StandardCharsets.US_ASCII))) {
      return ADMIN;
    }
    if (presented.startsWith(ServiceKey.SECRET_PREFIX)) {
      return ofHost(hash);
    }
    if (platform != null && PlatformTokens.isOne(presented)) {
      return platform.find(presented);
    }
    return of(tokens.find(hash));
  }

  @Override
  public @Nullable Caller recognize(String cookieSecret) {
    WebSession session = webSessions.find(TokenHandlers.sha256(cookieSecret));
    if (session == null) {
      return null;
    }
    Caller owner =
        session.ownerId().equals(WebSession.ADMIN) ? ADMIN : of(tokens.withId(session.ownerId()));
    return owner == null
        ? null
        : owner.by(BrowserSession.of(session.id(), session.untilMs(), cookieSecret));
  }

  /** What a caller does is told by the name of the person, whichever of their tokens it was. */
  private static @Nullable Caller of(@Nullable Token token) {
    if (token == null) {
      return null;
    }
    Caller caller =
        new Caller(token.id(), token.principal(), TokenHandlers.role(token), token.tenantId());
    return token.isOwnOnly() ? caller.amongOwn() : caller;
  }

  private @Nullable Caller ofHost(String hash) {
    ServiceKey key = serviceKeys.find(hash);
    return key == null
        ? null
        : new Caller(
            key.id(),
            key.displayName(),
            null,
            key.tenantId(),
            new Caller.Reach(Set.copyOf(key.scopes()), null));
  }
}
