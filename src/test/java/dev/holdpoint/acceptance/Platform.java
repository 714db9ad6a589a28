package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.RsaKeys;
import dev.holdpoint.blackbox.Approver;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The platform that vouches for its users: signs tokens by hand, so that wrong ones can be made.
 */
final class Platform {
  static final String ISSUER = "https://platform.example";
  static final String AUDIENCE = "holdpoint";
  static final String KEY_ID = "platform-1";

  private static final JsonMapper JSON = new JsonMapper();

  private final KeyPair pair = RsaKeys.generate();

  /** The public half, as a JWK set. */
  String jwks() {
    RSAPublicKey key = (RSAPublicKey) pair.getPublic();
    ObjectNode set = JSON.createObjectNode();
    set.putArray("keys")
        .addObject()
        .put("kty", "RSA")
        .put("use", "sig")
        .put("alg", "RS256")
        .put("kid", KEY_ID)
        .put("n", Approver.base64url(unsigned(key.getModulus().toByteArray())))
        .put("e", Approver.base64url(unsigned(key.getPublicExponent().toByteArray())));
    return set.toString();
  }

  byte[] publicKey() {
    return pair.getPublic().getEncoded();
  }

  private static byte[] unsigned(byte[] number) {
    return number[0] == 0 ? Arrays.copyOfRange(number, 1, number.length) : number;
  }

  static ObjectNode header() {
    return JSON.createObjectNode().put("alg", "RS256").put("typ", "JWT").put("kid", KEY_ID);
  }

  static ObjectNode claims(String sub, String tenant, String scope, long exp) {
    return JSON.createObjectNode()
        .put("iss", ISSUER)
        .put("aud", AUDIENCE)
        .put("sub", sub)
        .put("tenant_id", tenant)
        .put("scope", scope)
        .put("exp", exp);
  }

  /** Signed by the platform, whatever it says. */
  String token(ObjectNode header, ObjectNode claims) {
    String signed = part(header) + "." + part(claims);
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(pair.getPrivate());
      signature.update(signed.getBytes(UTF_8));
      return signed + "." + Approver.base64url(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  String token(String sub, String tenant, String scope, long exp) {
    return token(header(), claims(sub, tenant, scope, exp));
  }

  static String part(ObjectNode node) {
    return Approver.base64url(node.toString().getBytes(UTF_8));
  }
}
