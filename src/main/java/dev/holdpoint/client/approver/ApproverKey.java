package dev.holdpoint.client.approver;

import dev.holdpoint.api.gate.SignatureBodies.ApprovalSignature;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What an approver signs with. */
public sealed interface ApproverKey {
  /** As the daemon calls it. */
  String algorithm();

  byte[] sign(byte[] payload);

  /** PKCS #8 of an Ed25519 key, or the bytes of an HMAC key; the file's business alone. */
  byte[] secret();

  /** The exact bytes that are signed: the daemon builds the same. */
  static byte[] payload(String approvalId, boolean approve, long exp) {
    // Not formatted: a formatted number has the digits of the language that the machine speaks.
    return ("{\"approval_id\":\""
            + approvalId
            + "\",\"decision\":\""
            + (approve ? "approve" : "deny")
            + "\",\"exp\":"
            + exp
            + "}")
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * @param exp in Unix seconds; from then on it is worth nothing
   */
  default ApprovalSignature mint(String keyId, String approvalId, boolean approve, long exp) {
    String value =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(sign(payload(approvalId, approve, exp)));
    return new ApprovalSignature(keyId, algorithm(), exp, value);
  }

  /** The exact bytes that are signed in version 2: their RFC 8785 form. */
  static byte[] payload(ShownApproval shown, boolean approve, long exp, SentSecrets secrets) {
    String hash = secrets.hash();
    return ("{\"approval_id\":\""
            + shown.id()
            + "\",\"decision\":\""
            + (approve ? "approve" : "deny")
            + "\",\"digest\":\""
            + shown.digest()
            + "\",\"exp\":"
            + exp
            + ",\"revision\":"
            + shown.revision()
            + ",\"secrets\":"
            + (hash == null ? "null" : "\"" + hash + "\"")
            + ",\"v\":2}")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** In version 2, which binds what was shown and the secrets that go with it. */
  default ApprovalSignature mint(
      String keyId, ShownApproval shown, boolean approve, long exp, SentSecrets secrets) {
    String value =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(sign(payload(shown, approve, exp, secrets)));
    return new ApprovalSignature(keyId, algorithm(), exp, value, 2L);
  }

  /** Shared with the daemon, which keeps it encrypted. */
  final class Hmac implements ApproverKey {
    public static final String ALGORITHM = "hmac-sha256";
    static final int LEAST_BYTES = 32;
    static final int MOST_BYTES = 1_024;

    private final byte[] secret;

    private Hmac(byte[] secret) {
      this.secret = secret;
    }

    static Hmac of(byte[] secret) throws KeyUnusable {
      if (secret.length < LEAST_BYTES || secret.length > MOST_BYTES) {
        throw new KeyUnusable(
            "an HMAC key must have %d to %d bytes, this one has %d"
                .formatted(LEAST_BYTES, MOST_BYTES, secret.length));
      }
      return new Hmac(secret.clone());
    }

    public static Hmac generate() {
      byte[] secret = new byte[LEAST_BYTES];
      new SecureRandom().nextBytes(secret);
      return new Hmac(secret);
    }

    @Override
    public byte[] secret() {
      return secret.clone();
    }

    @Override
    public String algorithm() {
      return ALGORITHM;
    }

    @Override
    public byte[] sign(byte[] payload) {
      try {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        return mac.doFinal(payload);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every JDK has HmacSHA256", e);
      }
    }
  }

  /** Only its public half is ever registered. */
  final class Ed25519 implements ApproverKey {
    public static final String ALGORITHM = "ed25519";

    private final PrivateKey key;

    private Ed25519(PrivateKey key) {
      this.key = key;
    }

    static Ed25519 of(byte[] pkcs8) throws KeyUnusable {
      try {
        return new Ed25519(
            KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(pkcs8)));
      } catch (GeneralSecurityException _) {
        throw new KeyUnusable(
            "it is not an Ed25519 private key in PKCS #8; create one with 'openssl "
                + "genpkey -algorithm ed25519'");
      }
    }

    @Override
    public byte[] secret() {
      return key.getEncoded();
    }

    @Override
    public String algorithm() {
      return ALGORITHM;
    }

    @Override
    public byte[] sign(byte[] payload) {
      try {
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(key);
        signature.update(payload);
        return signature.sign();
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("a key that was read can sign", e);
      }
    }
  }

  /**
   * A new Ed25519 key.
   *
   * @param publicKey its raw 32 bytes, base64url
   */
  record Pair(Ed25519 key, String publicKey) {
    private static final int RAW_BYTES = 32;

    public static Pair generate() {
      try {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        byte[] encoded = pair.getPublic().getEncoded();
        byte[] raw = Arrays.copyOfRange(encoded, encoded.length - RAW_BYTES, encoded.length);
        return new Pair(
            new Ed25519(pair.getPrivate()),
            Base64.getUrlEncoder().withoutPadding().encodeToString(raw));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every JDK has Ed25519", e);
      }
    }
  }
}
