package dev.holdpoint.outbound.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.Ed25519Verifier;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.holdpoint.engine.port.IdentityProvider.Away;
import dev.holdpoint.engine.port.IdentityProvider.NotGood;
import java.text.ParseException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The provider's public keys. They are read again when a token names one that is not known. */
final class ProviderKeys {
  /** Anybody can send a token with an unknown key: that makes the daemon ask once in this time. */
  private static final long NOT_SOONER_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A key that the provider has withdrawn is good for this long at most. */
  private static final long FRESH_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final Reading reading;
  private @Nullable JWKSet known;
  private long readAt;

  /** When they were last read for a token that none of them fits; null for never. */
  private @Nullable Long askedAt;

  /** What came of that when it failed. */
  private @Nullable Away failed;

  /** Reads the keys from the provider. */
  @FunctionalInterface
  interface Reading {
    JWKSet read() throws Away, InterruptedException;
  }

  ProviderKeys(Reading reading) {
    this.reading = reading;
  }

  /** The claims of a token that one of the keys has signed. */
  JWTClaimsSet verified(SignedJWT token) throws Away, NotGood, InterruptedException {
    try {
      JWTClaimsSet claims = verified(token, keys());
      if (claims == null) {
        claims = verified(token, again());
      }
      if (claims == null) {
        throw new NotGood("no key of the provider has signed the token");
      }
      return claims;
    } catch (ParseException | JOSEException e) {
      throw new NotGood("the token cannot be read: " + e.getMessage());
    }
  }

  private static @Nullable JWTClaimsSet verified(SignedJWT token, JWKSet keys)
      throws JOSEException, ParseException {
    List<JWK> fitting = new JWKSelector(JWKMatcher.forJWSHeader(token.getHeader())).select(keys);
    for (JWK key : fitting) {
      JWSVerifier verifier = verifier(token, key);
      if (verifier != null && token.verify(verifier)) {
        return token.getJWTClaimsSet();
      }
    }
    return null;
  }

  private static @Nullable JWSVerifier verifier(SignedJWT token, JWK key) throws JOSEException {
    if (key instanceof OctetKeyPair pair) {
      return pair.getCurve().equals(Curve.Ed25519) ? new Ed25519Verifier(pair.toPublicJWK()) : null;
    }
    return key instanceof AsymmetricJWK pair
        ? new DefaultJWSVerifierFactory().createJWSVerifier(token.getHeader(), pair.toPublicKey())
        : null;
  }

  private synchronized JWKSet keys() throws Away, InterruptedException {
    JWKSet keys = known;
    return keys == null || System.nanoTime() - readAt > FRESH_NANOS ? read() : keys;
  }

  /** For a token that none of them fits: the provider may have new ones since. */
  private synchronized JWKSet again() throws Away, InterruptedException {
    JWKSet keys = known;
    Long before = askedAt;
    if (keys == null || before == null || System.nanoTime() - before > NOT_SOONER_NANOS) {
      askedAt = System.nanoTime();
      failed = null;
      try {
        return read();
      } catch (Away e) {
        failed = e;
        throw e;
      }
    }
    if (failed != null) {
      throw failed;
    }
    return keys;
  }

  private JWKSet read() throws Away, InterruptedException {
    JWKSet keys = reading.read();
    known = keys;
    readAt = System.nanoTime();
    return keys;
  }
}
