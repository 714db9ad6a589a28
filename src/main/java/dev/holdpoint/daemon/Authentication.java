package dev.holdpoint.daemon;

import dev.holdpoint.api.Role;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.engine.Tokens;
import dev.holdpoint.http.server.Authenticator;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.v1.TokenHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** Who calls: the operator by the admin token, or whoever has one of the others. */
final class Authentication {
  private Authentication() {}

  static Authenticator of(AdminToken admin, Tokens tokens) {
    byte[] adminHash = TokenHandlers.sha256(admin.value()).getBytes(StandardCharsets.US_ASCII);
    Caller adminCaller = new Caller("admin", "admin", Role.ADMIN, Tenants.ROOT);
    return presented -> {
      String hash = TokenHandlers.sha256(presented);
      if (MessageDigest.isEqual(adminHash, hash.getBytes(StandardCharsets.US_ASCII))) {
        return adminCaller;
      }
      Token token = tokens.find(hash);
      return token == null
          ? null
          : new Caller(token.id(), token.name(), TokenHandlers.role(token), token.tenantId());
    };
  }
}
