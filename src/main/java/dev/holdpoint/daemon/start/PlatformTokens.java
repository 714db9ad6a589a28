package dev.holdpoint.daemon.start;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.Ed25519Verifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.holdpoint.core.access.IntegrationScope;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.daemon.config.PlatformJwt;
import dev.holdpoint.http.server.Caller;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The users' own tokens, which a platform signs. They are good for the conversations of one user of
 * one tenant, and never for approvals.
 *
 * <p>Only signatures that take a private key are known here. With a shared secret, or with none,
 * whoever can read the public keys could write a token.
 */
final class PlatformTokens {
  private static final Logger log = LoggerFactory.getLogger(PlatformTokens.class);

  /** What stands before the subject wherever a principal is named. */
  private static final String USER = "user:";

  private static final Pattern SUBJECT = Pattern.compile("[^\\p{Cntrl}]{1,200}");
  private static final Set<JWSAlgorithm> TAKEN =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512,
          JWSAlgorithm.ES256,
          JWSAlgorithm.ES384,
          JWSAlgorithm.ES512);
  private static final Set<JWSAlgorithm> EDWARDS = Set.of(JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519);

  private final PlatformJwt settings;
  private final InstantSource clock;
  private volatile Loaded loaded;

  /**
   * @param stamp by which a changed file is known
   */
  private record Loaded(String stamp, JWKSet keys, DefaultJWTProcessor<SecurityContext> processor) {

    JWTClaimsSet claims(SignedJWT token) throws ParseException, BadJOSEException, JOSEException {
      return EDWARDS.contains(token.getHeader().getAlgorithm())
          ? claimsByEdwards(token)
          : processor.process(token, null);
    }

    /** The processor knows no keys of this kind. */
    private JWTClaimsSet claimsByEdwards(SignedJWT token)
        throws ParseException, BadJOSEException, JOSEException {
      processor.getJWSTypeVerifier().verify(token.getHeader().getType(), null);
      JWKSelector fitting = new JWKSelector(JWKMatcher.forJWSHeader(token.getHeader()));
      for (JWK key : fitting.select(keys)) {
        if (key instanceof OctetKeyPair pair
            && pair.getCurve().equals(Curve.Ed25519)
            && token.verify(new Ed25519Verifier(pair))) {
          JWTClaimsSet claims = token.getJWTClaimsSet();
          processor.getJWTClaimsSetVerifier().verify(claims, null);
          return claims;
        }
      }
      throw new BadJOSEException("no known key has signed it");
    }
  }

  private PlatformTokens(PlatformJwt settings, InstantSource clock, Loaded loaded) {
    this.settings = settings;
    this.clock = clock;
    this.loaded = loaded;
  }

  /** Null where none are taken. */
  static @Nullable PlatformTokens of(@Nullable PlatformJwt settings, InstantSource clock)
      throws StartRefused {
    try {
      return settings == null ? null : new PlatformTokens(settings, clock, load(settings, clock));
    } catch (IOException | ParseException e) {
      throw new StartRefused(
          "platform_jwt.jwks_file %s cannot be used: %s; it must be a JSON Web Key Set"
              .formatted(settings.jwksFile(), e));
    }
  }

  /** Whether it looks like one at all: nothing else that is taken has two dots and begins so. */
  static boolean isOne(String token) {
    return token.startsWith("ey") && token.indexOf('.') > 0;
  }

  @Nullable Caller find(String token) {
    try {
      return caller(current().claims(SignedJWT.parse(token)));
    } catch (ParseException | BadJOSEException | JOSEException e) {
      log.debug("a platform token was rejected: {}", e.getMessage());
      return null;
    }
  }

  private static @Nullable Caller caller(JWTClaimsSet claims) throws ParseException {
    String subject = claims.getSubject();
    String tenantId = claims.getStringClaim("tenant_id");
    if (subject == null
        || !SUBJECT.matcher(subject).matches()
        || tenantId == null
        || tenantId.equals(Tenants.ROOT)) {
      return null;
    }
    String principal = USER + subject;
    return new Caller(
        principal, principal, null, tenantId, new Caller.Reach(scopes(claims), principal));
  }

  private static Set<String> scopes(JWTClaimsSet claims) throws ParseException {
    List<String> written =
        claims.getClaim("scope") instanceof String words
            ? List.of(words.strip().split(" +"))
            : claims.getStringListClaim("scope");
    Set<String> scopes = new LinkedHashSet<>();
    for (String one : written == null ? List.<String>of() : written) {
      IntegrationScope.named(one).map(IntegrationScope::wire).ifPresent(scopes::add);
    }
    // Whatever the platform writes into it: a user's token never reaches an approval.
    scopes.remove(IntegrationScope.APPROVALS_READ.wire());
    scopes.remove(IntegrationScope.APPROVALS_RESOLVE.wire());
    return scopes;
  }

  /** A file that cannot be read just now, perhaps half written, leaves the keys as they were. */
  private Loaded current() {
    Loaded known = loaded;
    try {
      if (!known.stamp().equals(stamp(settings.jwksFile()))) {
        loaded = known = load(settings, clock);
        log.info("the platform's keys were reloaded from {}", settings.jwksFile());
      }
    } catch (IOException | ParseException e) {
      log.warn(
          "platform_jwt.jwks_file {} cannot be read; the previous keys stay in use: {}",
          settings.jwksFile(),
          e.toString());
    }
    return known;
  }

  private static Loaded load(PlatformJwt settings, InstantSource clock)
      throws IOException, ParseException {
    String stamp = stamp(settings.jwksFile());
    JWKSet keys =
        JWKSet.parse(Files.readString(settings.jwksFile(), StandardCharsets.UTF_8))
            .toPublicJWKSet();
    DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(TAKEN, new ImmutableJWKSet<>(keys)));
    processor.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
    processor.setJWTClaimsSetVerifier(new Claims(settings, clock));
    return new Loaded(stamp, keys, processor);
  }

  private static String stamp(Path file) throws IOException {
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    return now.lastModifiedTime() + " " + now.size() + " " + now.fileKey();
  }

  /** Who issued it, for whom, and whether its time has passed, to the second. */
  private static final class Claims extends DefaultJWTClaimsVerifier<SecurityContext> {
    private final InstantSource clock;

    Claims(PlatformJwt settings, InstantSource clock) {
      super(
          settings.audience(),
          new JWTClaimsSet.Builder().issuer(settings.issuer()).build(),
          Set.of("sub", "exp", "tenant_id"));
      this.clock = clock;
      setMaxClockSkew(0);
    }

    @Override
    protected Date currentTime() {
      return Date.from(clock.instant());
    }
  }
}
