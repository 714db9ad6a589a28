package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.webauthn4j.converter.AttestedCredentialDataConverter;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.data.attestation.authenticator.AAGUID;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.authenticator.COSEKey;
import com.webauthn4j.data.attestation.authenticator.EC2COSEKey;
import com.webauthn4j.data.attestation.authenticator.EdDSACOSEKey;
import com.webauthn4j.data.attestation.authenticator.RSACOSEKey;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import dev.holdpoint.RsaKeys;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An authenticator in software, with the browser around it: real keys, real signatures, and every
 * statement of its own to be bent by a test.
 */
public final class Authenticator {
  private static final JsonMapper JSON = new JsonMapper();
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final ObjectConverter CONVERTER = new ObjectConverter();

  /** How it signs. */
  public enum Kind {
    ES256,
    ED25519,
    RS256
  }

  private final Kind kind;
  private final KeyPair pair;
  private final byte[] credentialId = new byte[32];

  /** What it and the browser say, where a test does not want something else. */
  public String origin;

  public String rpId = "localhost";
  public boolean present = true;
  public boolean verified = true;
  public boolean synced;
  public boolean crossOrigin;
  public long count;
  public String useType = "webauthn.get";

  /** What becomes of the client data before it is signed, and of the signature afterwards. */
  public UnaryOperator<byte[]> clientBend = UnaryOperator.identity();

  public UnaryOperator<byte[]> signatureBend = UnaryOperator.identity();

  /** Whether a signature of RSA has the NULL that belongs to the name of its hash. */
  public boolean withNull = true;

  public Authenticator(Kind kind, String origin) {
    this.kind = kind;
    this.origin = origin;
    RANDOM.nextBytes(credentialId);
    if (kind == Kind.RS256) {
      pair = RsaKeys.generate();
      return;
    }
    try {
      KeyPairGenerator generator =
          KeyPairGenerator.getInstance(kind == Kind.ES256 ? "EC" : "Ed25519");
      if (kind == Kind.ES256) {
        generator.initialize(new ECGenParameterSpec("secp256r1"));
      }
      pair = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public String credentialId() {
    return text(credentialId);
  }

  /** As SPKI. */
  public String publicKey() {
    return text(pair.getPublic().getEncoded());
  }

  /** The members of a registration. */
  public ObjectNode registers(String challenge) {
    Map<String, Object> attestation = new LinkedHashMap<>();
    attestation.put("fmt", "none");
    attestation.put("attStmt", Map.of());
    attestation.put("authData", authenticatorData(true));
    return JSON.createObjectNode()
        .put("challenge", challenge)
        .put("client_data", text(clientData("webauthn.create", challenge)))
        .put("attestation_object", text(CONVERTER.getCborMapper().writeValueAsBytes(attestation)));
  }

  /** The members of a sign-in. */
  public ObjectNode signsIn(String challenge) {
    ObjectNode answer = answers(challenge, "signature");
    return answer.put("challenge", challenge).put("credential_id", credentialId());
  }

  /** A decision's signature over this payload. */
  public ObjectNode decides(String payload, long exp) {
    byte[] challenge = sha256(payload.getBytes(UTF_8));
    return answers(text(challenge), "value")
        .put("version", 2)
        .put("algorithm", "webauthn")
        .put("credential_id", credentialId())
        .put("exp", exp);
  }

  private ObjectNode answers(String challenge, String as) {
    byte[] client = clientData(useType, challenge);
    byte[] data = authenticatorData(false);
    byte[] hash = sha256(client);
    byte[] signed = ByteBuffer.allocate(data.length + hash.length).put(data).put(hash).array();
    return JSON.createObjectNode()
        .put("client_data", text(client))
        .put("authenticator_data", text(data))
        .put(as, text(signatureBend.apply(sign(signed))));
  }

  private byte[] clientData(String type, String challenge) {
    ObjectNode data =
        JSON.createObjectNode()
            .put("type", type)
            .put("challenge", challenge)
            .put("origin", origin)
            .put("crossOrigin", crossOrigin);
    return clientBend.apply(data.toString().getBytes(UTF_8));
  }

  private byte[] authenticatorData(boolean attested) {
    int flags =
        (present ? 1 : 0) | (verified ? 4 : 0) | (synced ? 8 | 16 : 0) | (attested ? 64 : 0);
    byte[] more = attested ? attested() : new byte[0];
    return ByteBuffer.allocate(37 + more.length)
        .put(sha256(rpId.getBytes(UTF_8)))
        .put((byte) flags)
        .putInt((int) count)
        .put(more)
        .array();
  }

  private byte[] attested() {
    COSEKey key =
        switch (kind) {
          case ES256 ->
              EC2COSEKey.create(
                  (java.security.interfaces.ECPublicKey) pair.getPublic(),
                  COSEAlgorithmIdentifier.ES256);
          case ED25519 ->
              EdDSACOSEKey.create(
                  (java.security.interfaces.EdECPublicKey) pair.getPublic(),
                  COSEAlgorithmIdentifier.EdDSA);
          case RS256 ->
              RSACOSEKey.create(
                  (java.security.interfaces.RSAPublicKey) pair.getPublic(),
                  COSEAlgorithmIdentifier.RS256);
        };
    return new AttestedCredentialDataConverter(CONVERTER)
        .convert(new AttestedCredentialData(AAGUID.ZERO, credentialId, key));
  }

  /** As some programs do it: Java takes such a signature, and openssl does not. */
  private byte[] signedWithoutNull(byte[] bytes) {
    RSAPrivateCrtKey key = (RSAPrivateCrtKey) pair.getPrivate();
    byte[] info = HexFormat.of().parseHex("302f300b0609608648016503040201" + "0420");
    byte[] whole = new byte[key.getModulus().bitLength() / 8];
    Arrays.fill(whole, 2, whole.length - info.length - 33, (byte) 0xff);
    whole[1] = 1;
    System.arraycopy(info, 0, whole, whole.length - info.length - 32, info.length);
    System.arraycopy(sha256(bytes), 0, whole, whole.length - 32, 32);
    byte[] signed =
        new BigInteger(1, whole).modPow(key.getPrivateExponent(), key.getModulus()).toByteArray();
    byte[] padded = new byte[whole.length];
    int length = Math.min(signed.length, padded.length);
    System.arraycopy(signed, signed.length - length, padded, padded.length - length, length);
    return padded;
  }

  private byte[] sign(byte[] bytes) {
    if (!withNull) {
      return signedWithoutNull(bytes);
    }
    try {
      Signature signature =
          Signature.getInstance(
              switch (kind) {
                case ES256 -> "SHA256withECDSA";
                case ED25519 -> "Ed25519";
                case RS256 -> "SHA256withRSA";
              });
      signature.initSign(pair.getPrivate());
      signature.update(bytes);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** A signature without the zero that says that the first number is not below 0. */
  public static byte[] withoutZero(byte[] der) {
    if (der[4] != 0) {
      return der;
    }
    byte[] shorter = new byte[der.length - 1];
    System.arraycopy(der, 0, shorter, 0, 4);
    System.arraycopy(der, 5, shorter, 4, der.length - 5);
    shorter[1]--;
    shorter[3]--;
    return shorter;
  }
}
