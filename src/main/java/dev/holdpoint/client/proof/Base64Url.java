package dev.holdpoint.client.proof;

import java.util.Base64;

/** Bytes as text in one way only: two texts for one signature would be two records. */
final class Base64Url {
  private Base64Url() {}

  static byte[] decode(String text) throws Malformed {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException _) {
      throw new Malformed("not base64url without padding");
    }
    if (!encode(bytes).equals(text)) {
      throw new Malformed("not base64url without padding and stray bits");
    }
    return bytes;
  }

  /** As a client may have sent it, with its padding or without. */
  static byte[] lenient(String text) throws Malformed {
    try {
      return Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException _) {
      throw new Malformed("not base64url");
    }
  }

  static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
