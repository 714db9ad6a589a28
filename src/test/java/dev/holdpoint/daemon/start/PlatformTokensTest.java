package dev.holdpoint.daemon.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.Ed25519Signer;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.OctetKeyPairGenerator;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.holdpoint.RsaKeys;
import dev.holdpoint.daemon.config.PlatformJwt;
import dev.holdpoint.http.server.Caller;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.KeyPair;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users' tokens that a platform signs. */
final class PlatformTokensTest {
  private static final long NOW_S = 1_763_200_000L;

  private static final RSAKey RSA = rsaKey();

  private final AtomicLong clock = new AtomicLong(NOW_S * 1_000);
  private final ECKey key;
  private final RSAKey rsa;
  private final OctetKeyPair edwards;
  private final OctetSequenceKey shared;
  private Path file;
  private PlatformTokens tokens;

  PlatformTokensTest() throws JOSEException {
    key = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
    rsa = RSA;
    edwards = new OctetKeyPairGenerator(Curve.Ed25519).keyID("ed").generate();
    shared = new OctetSequenceKeyGenerator(256).keyID("hs").generate();
  }

  private static RSAKey rsaKey() {
    KeyPair pair = RsaKeys.generate();
    return new RSAKey.Builder((RSAPublicKey) pair.getPublic())
        .privateKey(pair.getPrivate())
        .keyID("rsa")
        .build();
  }

  @BeforeEach
  void open(@TempDir Path folder) throws Exception {
    file = folder.resolve("jwks.json");
    publish(key, rsa, edwards, shared);
    tokens = open();
  }

  private PlatformTokens open() throws StartRefused {
    return Objects.requireNonNull(
        PlatformTokens.of(
            new PlatformJwt("https://platform.example", "holdpoint", file),
            () -> Instant.ofEpochMilli(clock.get())));
  }

  /** As private keys, the shared one too: what is in the file must not widen what is taken. */
  private void publish(JWK... keys) throws IOException {
    Files.writeString(file, new JWKSet(List.of(keys)).toString(false));
  }

  private static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer("https://platform.example")
        .audience("holdpoint")
        .subject("ada")
        .claim("tenant_id", "tnt_1")
        .claim("scope", "conversations:read conversations:write approvals:resolve admin")
        .expirationTime(Date.from(Instant.ofEpochSecond(NOW_S + 60)));
  }

  private static String signed(
      JWSAlgorithm algorithm, String keyId, JWSSigner signer, JWTClaimsSet.Builder claims)
      throws JOSEException {
    SignedJWT token =
        new SignedJWT(new JWSHeader.Builder(algorithm).keyID(keyId).build(), claims.build());
    token.sign(signer);
    return token.serialize();
  }

  private String token(UnaryOperator<JWTClaimsSet.Builder> change) throws JOSEException {
    return signed(JWSAlgorithm.ES256, "ec", new ECDSASigner(key), change.apply(claims()));
  }

  // S1-125
  @Test
  void a_users_token_is_good_for_that_user_and_never_for_approvals() throws JOSEException {
    Caller caller = tokens.find(token(claims -> claims));

    assertThat(caller)
        .isEqualTo(
            new Caller(
                "user:ada",
                "user:ada",
                null,
                "tnt_1",
                new Caller.Reach(Set.of("conversations:read", "conversations:write"), "user:ada")));
  }

  // S1-106
  @Test
  void a_token_is_good_until_the_second_in_which_it_expires() throws JOSEException {
    String token = token(claims -> claims);

    clock.set((NOW_S + 59) * 1_000 + 999);
    assertThat(tokens.find(token)).isNotNull();
    clock.set((NOW_S + 60) * 1_000);
    assertThat(tokens.find(token)).isNull();
    clock.set((NOW_S + 61) * 1_000);
    assertThat(tokens.find(token)).isNull();
  }

  @Test
  void every_way_to_sign_with_a_private_key_is_taken() throws JOSEException {
    assertThat(tokens.find(signed(JWSAlgorithm.RS256, "rsa", new RSASSASigner(rsa), claims())))
        .isNotNull();
    assertThat(tokens.find(signed(JWSAlgorithm.PS384, "rsa", new RSASSASigner(rsa), claims())))
        .isNotNull();
    assertThat(tokens.find(signed(JWSAlgorithm.EdDSA, "ed", new Ed25519Signer(edwards), claims())))
        .isNotNull();
  }

  @Test
  void a_shared_secret_or_no_signature_is_none() throws JOSEException {
    byte[] asSecret = key.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8);

    assertThat(tokens.find(signed(JWSAlgorithm.HS256, "hs", new MACSigner(shared), claims())))
        .isNull();
    assertThat(tokens.find(signed(JWSAlgorithm.HS256, "ec", new MACSigner(asSecret), claims())))
        .isNull();
    assertThat(tokens.find(new PlainJWT(claims().build()).serialize())).isNull();
  }

  @Test
  void another_issuer_audience_or_key_is_not_taken_and_nothing_may_be_missing()
      throws JOSEException {
    ECKey stranger = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
    Map<String, String> wrong =
        Map.of(
            "issuer", token(claims -> claims.issuer("https://other.example")),
            "audience", token(claims -> claims.audience("other")),
            "no issuer", token(claims -> claims.issuer(null)),
            "no audience", token(claims -> claims.audience((String) null)),
            "no subject", token(claims -> claims.subject(null)),
            "no tenant", token(claims -> claims.claim("tenant_id", null)),
            "root", token(claims -> claims.claim("tenant_id", "tnt_root")),
            "never expires", token(claims -> claims.expirationTime(null)),
            "control characters", token(claims -> claims.subject("a\nb")),
            "key", signed(JWSAlgorithm.ES256, "ec", new ECDSASigner(stranger), claims()));

    wrong.forEach((why, token) -> assertThat(tokens.find(token)).as(why).isNull());
    for (String junk : List.of("ey.", "eyJ.e30.", "ey..", "eyJhbGciOiJub25lIn0.e30.")) {
      assertThat(tokens.find(junk)).as(junk).isNull();
    }
  }

  @Test
  void a_changed_file_is_read_again_and_a_broken_one_leaves_the_keys_as_they_were()
      throws Exception {
    ECKey next = new ECKeyGenerator(Curve.P_256).keyID("next").generate();
    String old = token(claims -> claims);
    String renewed = signed(JWSAlgorithm.ES256, "next", new ECDSASigner(next), claims());
    assertThat(tokens.find(renewed)).isNull();

    Files.writeString(file, "{\"keys\":[");
    assertThat(tokens.find(old)).isNotNull();

    publish(next);
    Files.setLastModifiedTime(file, FileTime.fromMillis(4_000_000_000_000L));
    assertThat(tokens.find(renewed)).isNotNull();
    assertThat(tokens.find(old)).isNull();
  }

  @Test
  void the_daemon_does_not_start_without_the_keys() throws IOException {
    Files.writeString(file, "no keys");

    assertThatThrownBy(this::open)
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("platform_jwt.jwks_file");
  }
}
