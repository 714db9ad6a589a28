package dev.holdpoint.outbound.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.holdpoint.engine.port.IdentityProvider.LoggedOut;
import dev.holdpoint.engine.port.IdentityProvider.NotGood;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether the claims of a signed token are for us, now, and for this very sign-in. */
final class TokenClaims {
  private static final Duration SKEW = Duration.ofSeconds(60);

  /** A logout token says what happens now; an old one is a copy that somebody has kept. */
  private static final Duration LOGOUT_AGE = Duration.ofMinutes(5);

  private static final String LOGOUT = "http://schemas.openid.net/event/backchannel-logout";
  private static final String NONCE = "nonce";
  private static final int LONGEST = 255;

  private TokenClaims() {}

  static void checkIdToken(JWTClaimsSet claims, OidcClient client, String nonce, Instant now)
      throws NotGood {
    try {
      checkOurs(claims, client, now);
      List<String> audience = claims.getAudience();
      String party = claims.getStringClaim("azp");
      if (party == null ? audience.size() > 1 : !party.equals(client.id())) {
        throw new NotGood("the ID token was issued to another client");
      }
      if (claims.getExpirationTime() == null) {
        throw new NotGood("the ID token has no end");
      }
      if (!nonce.equals(claims.getStringClaim(NONCE))) {
        throw new NotGood("the ID token is of another sign-in");
      }
      if (identifier(claims.getSubject()) == null) {
        throw new NotGood("the ID token names nobody");
      }
      if (claims.getClaim("events") != null) {
        throw new NotGood("it is no ID token");
      }
    } catch (ParseException e) {
      throw new NotGood("the ID token cannot be read");
    }
  }

  static LoggedOut loggedOut(JWTClaimsSet claims, OidcClient client, Instant now) throws NotGood {
    try {
      checkOurs(claims, client, now);
      Date issued = claims.getIssueTime();
      Map<String, Object> events = claims.getJSONObjectClaim("events");
      if (events == null || !(events.get(LOGOUT) instanceof Map<?, ?>)) {
        throw new NotGood("it is no logout token");
      }
      if (claims.getClaim(NONCE) != null) {
        throw new NotGood("a logout token has no nonce");
      }
      if (issued.toInstant().isBefore(now.minus(LOGOUT_AGE))) {
        throw new NotGood("the logout token is too old");
      }
      String subject = identifier(claims.getSubject());
      String session = identifier(claims.getStringClaim("sid"));
      if (subject == null && session == null) {
        throw new NotGood("the logout token names nobody");
      }
      // Whoever has kept a copy of the token ends no sign-in that came after it.
      return new LoggedOut(subject, session, issued.toInstant().plus(SKEW).toEpochMilli());
    } catch (ParseException e) {
      throw new NotGood("the logout token cannot be read");
    }
  }

  private static void checkOurs(JWTClaimsSet claims, OidcClient client, Instant now)
      throws NotGood {
    if (!client.issuer().toString().equals(claims.getIssuer())) {
      throw new NotGood("the token has another issuer");
    }
    if (!claims.getAudience().contains(client.id())) {
      throw new NotGood("the token is for another client");
    }
    Date expires = claims.getExpirationTime();
    if (expires != null && !now.isBefore(expires.toInstant().plus(SKEW))) {
      throw new NotGood("the token has expired");
    }
    Date issued = claims.getIssueTime();
    if (issued == null || issued.toInstant().isAfter(now.plus(SKEW))) {
      throw new NotGood("the token is from the future");
    }
    Date from = claims.getNotBeforeTime();
    if (from != null && from.toInstant().isAfter(now.plus(SKEW))) {
      throw new NotGood("the token is not valid yet");
    }
  }

  static @Nullable String identifier(@Nullable String text) {
    return text == null || text.isEmpty() || text.length() > LONGEST || !isKept(text) ? null : text;
  }

  /** Whether it is the same text when it is read again: half a surrogate pair is not. */
  static boolean isKept(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text) && text.indexOf('\0') < 0;
  }
}
