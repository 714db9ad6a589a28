package dev.holdpoint.core.access;

import java.nio.charset.StandardCharsets;

/**
 * Somebody's signed word on one approval, as it was sent.
 *
 * @param exp in seconds; at that very second it is too late
 * @param value the signature in base64url
 */
public record Assertion(String keyId, Algorithm algorithm, long exp, String value) {

  /**
   * What is signed, to the byte. It is made from what the server knows and never from what a caller
   * says was signed. An id has no character that JSON would escape.
   */
  public static byte[] payload(String approvalId, boolean approve, long exp) {
    // Joined, not formatted: a formatted number has the digits of the daemon's own language.
    String text =
        "{\"approval_id\":\""
            + approvalId
            + "\",\"decision\":\""
            + (approve ? "approve" : "deny")
            + "\",\"exp\":"
            + exp
            + "}";
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
