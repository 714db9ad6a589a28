package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whoever may decide: has a key that was registered out of band, and signs with it what the page
 * says is to be signed. Knows nothing of how the daemon checks it.
 */
public final class Approver {
  public static final String HMAC = "hmac-sha256";
  public static final String ED25519 = "ed25519";

  private static final JsonMapper JSON = new JsonMapper();
  private static final SecureRandom CHANCE = new SecureRandom();

  private final String keyId;
  private final String algorithm;
  private final byte[] known;
  private final Signer signer;

  /** What makes a signature of a payload. */
  @FunctionalInterface
  private interface Signer {
    byte[] sign(byte[] payload) throws GeneralSecurityException;
  }

  /**
   * @param known what the daemon was told: the secret, or the public key
   */
  private Approver(String keyId, String algorithm, byte[] known, Signer signer) {
    this.keyId = keyId;
    this.algorithm = algorithm;
    this.known = known;
    this.signer = signer;
  }

  /** Registers a new secret; {@code more} are further members, each with a comma before it. */
  public static Approver hmac(Http admin, String tenant, String more) {
    byte[] secret = new byte[32];
    CHANCE.nextBytes(secret);
    return hmac(admin, tenant, secret, more);
  }

  public static Approver hmac(Http admin, String tenant, byte[] secret, String more) {
    String id = register(admin, tenant, HMAC, "secret", secret, more);
    return new Approver(id, HMAC, secret, payload -> mac(secret, payload));
  }

  public static Approver ed25519(Http admin, String tenant, String more) {
    try {
      KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      byte[] point = raw((EdECPublicKey) pair.getPublic());
      String id = register(admin, tenant, ED25519, "public_key", point, more);
      return new Approver(id, ED25519, point, payload -> signed(pair.getPrivate(), payload));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Registers the public half of a key that is known by its seed. */
  public static Approver ed25519(Http admin, String tenant, byte[] seed, byte[] point) {
    String id = register(admin, tenant, ED25519, "public_key", point, "");
    return new Approver(id, ED25519, point, payload -> signed(ofSeed(seed), payload));
  }

  private static PrivateKey ofSeed(byte[] seed) throws GeneralSecurityException {
    return KeyFactory.getInstance("Ed25519")
        .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
  }

  private static String register(
      Http admin, String tenant, String algorithm, String member, byte[] bytes, String more) {
    return admin
        .post(
            "/v1/tenants/" + tenant + "/approver-keys",
            "{\"algorithm\":\"%s\",\"%s\":\"%s\"%s}"
                .formatted(algorithm, member, base64url(bytes), more))
        .expect(201)
        .json()
        .path("key_id")
        .asString();
  }

  /** The same key under another id or algorithm, as a forger would have it. */
  public Approver calledAs(String otherId, String otherAlgorithm) {
    return new Approver(otherId, otherAlgorithm, known, signer);
  }

  /** Somebody who has no key at all, and makes one of these bytes. */
  public static Approver forger(String keyId, String algorithm, byte[] secret) {
    return new Approver(keyId, algorithm, secret, payload -> mac(secret, payload));
  }

  public String keyId() {
    return keyId;
  }

  public String algorithm() {
    return algorithm;
  }

  /** What the daemon was told of the key. */
  public byte[] known() {
    return known.clone();
  }

  /** As the approval shows who has decided it. */
  public String identity() {
    return "approver_key:" + keyId;
  }

  /** What is to be signed, byte for byte. */
  public static byte[] payload(String approvalId, String decision, long exp) {
    return "{\"approval_id\":\"%s\",\"decision\":\"%s\",\"exp\":%d}"
        .formatted(approvalId, decision, exp)
        .getBytes(UTF_8);
  }

  public byte[] sign(byte[] payload) {
    try {
      return signer.sign(payload);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The {@code signature} member of a body. */
  public ObjectNode assertion(String approvalId, String decision, long exp) {
    return assertion(base64url(sign(payload(approvalId, decision, exp))), exp);
  }

  /** The same with a value that was made elsewhere. */
  public ObjectNode assertion(String value, long exp) {
    return JSON.createObjectNode()
        .put("key_id", keyId)
        .put("algorithm", algorithm)
        .put("exp", exp)
        .put("value", value);
  }

  /** A whole body. */
  public ObjectNode body(String approvalId, String decision, long exp) {
    ObjectNode body = JSON.createObjectNode();
    body.set("signature", assertion(approvalId, decision, exp));
    return body;
  }

  /** A whole body that brings a secret along. */
  public ObjectNode body(
      String approvalId, String decision, long exp, String alias, @Nullable String value) {
    ObjectNode body = body(approvalId, decision, exp);
    if (value != null) {
      body.putObject("secrets").put(alias, value);
    }
    return body;
  }

  public static String base64url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] mac(byte[] secret, byte[] payload) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    return mac.doFinal(payload);
  }

  private static byte[] signed(PrivateKey key, byte[] payload) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(key);
    signature.update(payload);
    return signature.sign();
  }

  /** The last 32 bytes of the standard form are the point as RFC 8032 writes it. */
  private static byte[] raw(EdECPublicKey key) {
    byte[] encoded = key.getEncoded();
    byte[] point = new byte[32];
    System.arraycopy(encoded, encoded.length - point.length, point, 0, point.length);
    return point;
  }
}
