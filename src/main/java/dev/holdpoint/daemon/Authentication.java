package dev.holdpoint.daemon;

import dev.holdpoint.api.Role;
import dev.holdpoint.core.access.ServiceKey;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.engine.Engine;
import dev.holdpoint.engine.Tokens;
import dev.holdpoint.http.server.Authenticator;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.v1.TokenHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who calls: the operator by the admin token, whoever has one of the others, a host application by
 * its service key, or one of its users by a token of the platform.
 */
final class Authentication {
  private Authentication() {}

  static Authenticator of(
      AdminToken admin, Tokens tokens, Engine engine, Config config, InstantSource clock)
      throws StartRefused {
    PlatformTokens platform = PlatformTokens.of(config.platformJwt().orElse(null), clock);
    byte[] adminHash = TokenHandlers.sha256(admin.value()).getBytes(StandardCharsets.US_ASCII);
    Caller adminCaller = new Caller("admin", "admin", Role.ADMIN, Tenants.ROOT);
    return presented -> {
      String hash = TokenHandlers.sha256(presented);
      if (MessageDigest.isEqual(adminHash, hash.getBytes(StandardCharsets.US_ASCII))) {
        return adminCaller;
      }
      if (presented.startsWith(ServiceKey.SECRET_PREFIX)) {
        return ofHost(engine, hash);
      }
      if (platform != null && PlatformTokens.isOne(presented)) {
        return platform.find(presented);
      }
      Token token = tokens.find(hash);
      return token == null
          ? null
          : new Caller(token.id(), token.name(), TokenHandlers.role(token), token.tenantId());
    };
  }

  /** Looked up each time: one that was revoked opens nothing from that moment on. */
  private static @Nullable Caller ofHost(Engine engine, String hash) {
    ServiceKey key = engine.read(queries -> queries.named(ServiceKey.SHELF, hash));
    return key == null || key.isRevoked()
        ? null
        : new Caller(
            key.id(),
            key.displayName(),
            null,
            key.tenantId(),
            new Caller.Reach(Set.copyOf(key.scopes()), null));
  }
}
