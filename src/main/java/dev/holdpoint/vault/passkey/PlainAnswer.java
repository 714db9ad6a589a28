package dev.holdpoint.vault.passkey;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.HexFormat;
import tools.jackson.databind.JsonNode;

/**
 * Whether all who verify an answer later read it as the daemon does. Java and the library take
 * forms that no standard has: with an authenticator of their own, people could give a yes that
 * counts, and that other programs then find to be none.
 */
final class PlainAnswer {
  private static final byte SEQUENCE = 0x30;
  private static final byte INTEGER = 2;

  /** What stands before a SHA-256 in a signature of RSA (RFC 8017). */
  private static final byte[] SHA256_INFO =
      HexFormat.of().parseHex("3031300d060960864801650304020105000420");

  private PlainAnswer() {}

  /** One JSON object in UTF-8, no member of which is there twice, of a page that nobody frames. */
  static boolean isClientData(byte[] bytes) {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      JsonNode said = JsonTree.read(text);
      JsonNode framed = said.path("crossOrigin");
      return said.isObject()
          && (framed.isMissingNode() || (framed.isBoolean() && !framed.booleanValue()));
    } catch (CharacterCodingException | NotJson e) {
      return false;
    }
  }

  /**
   * Of a signature that verifies.
   *
   * @param signed what was signed
   */
  static boolean isSignature(PublicKey key, byte[] signed, byte[] signature) {
    return switch (key) {
      case ECPublicKey _ -> isDer(signature);
      case RSAPublicKey rsa ->
          new BigInteger(1, signature)
              .modPow(rsa.getPublicExponent(), rsa.getModulus())
              .equals(padded(rsa.getModulus(), Digests.sha256().digest(signed)));
      default -> true;
    };
  }

  /** Two numbers that are not negative, each as short as it can be. */
  private static boolean isDer(byte[] signature) {
    int at = 2;
    for (int i = 0; i < 2; i++) {
      int length = at + 1 < signature.length ? signature[at + 1] : 0;
      if (length < 1
          || at + 2 + length > signature.length
          || signature[at] != INTEGER
          || signature[at + 2] < 0
          || (length > 1 && signature[at + 2] == 0 && signature[at + 3] >= 0)) {
        return false;
      }
      at += 2 + length;
    }
    return signature[0] == SEQUENCE
        && signature[1] == signature.length - 2
        && at == signature.length;
  }

  /** The hash as PKCS #1 1.5 fills it up, with the NULL that Java does without. */
  private static BigInteger padded(BigInteger modulus, byte[] hash) {
    byte[] whole = new byte[(modulus.bitLength() + 7) / 8];
    int info = whole.length - SHA256_INFO.length - hash.length;
    Arrays.fill(whole, 2, info - 1, (byte) 0xff);
    whole[1] = 1;
    System.arraycopy(SHA256_INFO, 0, whole, info, SHA256_INFO.length);
    System.arraycopy(hash, 0, whole, info + SHA256_INFO.length, hash.length);
    return new BigInteger(1, whole);
  }
}
