package dev.holdpoint.client.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.signature.StandardForm;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an authenticator has signed: not the payload, but what the browser and the authenticator say
 * of its hash, which was the challenge.
 */
final class PasskeySignature {
  private static final JsonMapper JSON = new JsonMapper();

  /** A hash, a byte of flags, and a counter of four bytes come first in what it says. */
  private static final int FLAGS = 32;

  private static final int SHORTEST = 37;

  /** The user was present, and verified. */
  private static final int THERE = 1 | 4;

  /** How a key of this kind signs. */
  private record Kind(String key, String signature) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind("EC", "SHA256withECDSA"),
          new Kind("RSA", "SHA256withRSA"),
          new Kind("Ed25519", "Ed25519"));

  private PasskeySignature() {}

  /** Whether the passkey has signed just this payload while its owner was there. */
  static boolean holds(String payload, JsonNode signature, JsonNode key) {
    try {
      byte[] client = bytes(signature, "client_data");
      byte[] authenticator = bytes(signature, "authenticator_data");
      return isFor(payload, client)
          && authenticator.length >= SHORTEST
          && (authenticator[FLAGS] & THERE) == THERE
          && hasSigned(
              Base64Url.decode(key.path("public_key").asString("")),
              joined(authenticator, PublicKey.sha256(client)),
              bytes(signature, "value"));
    } catch (Malformed | JacksonException _) {
      return false;
    }
  }

  private static byte[] bytes(JsonNode of, String name) throws Malformed {
    return Base64Url.lenient(of.path(name).asString(""));
  }

  private static boolean isFor(String payload, byte[] client) throws Malformed {
    JsonNode said = JSON.readTree(text(client));
    JsonNode framed = said.path("crossOrigin");
    return said.path("type").asString("").equals("webauthn.get")
        && (framed.isMissingNode() || (framed.isBoolean() && !framed.booleanValue()))
        && MessageDigest.isEqual(
            PublicKey.sha256(payload.getBytes(UTF_8)),
            Base64Url.lenient(said.path("challenge").asString("")));
  }

  /** Bytes are read as UTF-8 alone; the library would guess what else they could be. */
  private static String text(byte[] client) throws Malformed {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(client)).toString();
    } catch (CharacterCodingException _) {
      throw new Malformed("the client data is not UTF-8");
    }
  }

  private static byte[] joined(byte[] first, byte[] then) {
    byte[] both = Arrays.copyOf(first, first.length + then.length);
    System.arraycopy(then, 0, both, first.length, then.length);
    return both;
  }

  private static boolean hasSigned(byte[] spki, byte[] bytes, byte[] signature) {
    return KINDS.stream().anyMatch(kind -> hasSigned(kind, spki, bytes, signature));
  }

  private static boolean hasSigned(Kind kind, byte[] spki, byte[] bytes, byte[] signature) {
    try {
      java.security.PublicKey key =
          KeyFactory.getInstance(kind.key).generatePublic(new X509EncodedKeySpec(spki));
      Signature check = Signature.getInstance(kind.signature);
      check.initVerify(key);
      check.update(bytes);
      return check.verify(signature) && StandardForm.has(key, PublicKey.sha256(bytes), signature);
    } catch (GeneralSecurityException _) {
      // It is a key of another kind, or no signature can look so.
      return false;
    }
  }
}
