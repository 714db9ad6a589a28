package dev.holdpoint.core.access;

import dev.holdpoint.core.record.Wording;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Somebody's signed word on one approval, as it was sent.
 *
 * @param version 1 binds the approval and the decision, 2 also what was shown and the secrets that
 *     come with it; no other holds
 * @param exp in seconds; at that very second it is too late
 * @param value the signature in base64url
 * @param secretsNonce what makes the hash of the secrets impossible to guess from; never stored
 * @param ceremony what an authenticator has signed around the payload; null for other algorithms
 */
public record Assertion(
    long version,
    String keyId,
    Algorithm algorithm,
    long exp,
    String value,
    @Nullable String secretsNonce,
    @Nullable Ceremony ceremony) {
  public static final int NEWEST = 2;

  /** How far ahead the end of one of version 2 may lie at most. */
  public static final long LONGEST_MS = 900_000;

  /**
   * What a browser and an authenticator say of one use of a passkey, in base64url.
   *
   * @param credentialId null where the key's id is given
   */
  public record Ceremony(
      @Nullable String credentialId, String clientData, String authenticatorData) {}

  /** Of a key that signs the payload itself. */
  public Assertion(
      long version,
      String keyId,
      Algorithm algorithm,
      long exp,
      String value,
      @Nullable String secretsNonce) {
    this(version, keyId, algorithm, exp, value, secretsNonce, null);
  }

  /** The same, by the passkey with this id. */
  public Assertion by(String passkeyId) {
    return new Assertion(version, passkeyId, algorithm, exp, value, secretsNonce, ceremony);
  }

  /** Of version 1. */
  public Assertion(String keyId, Algorithm algorithm, long exp, String value) {
    this(1, keyId, algorithm, exp, value, null);
  }

  /** Whether it binds what was shown. */
  public boolean bindsWording() {
    return version == 2;
  }

  public boolean isKnown() {
    return version >= 1 && version <= NEWEST;
  }

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
            + decision(approve)
            + "\",\"exp\":"
            + exp
            + "}";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * What is signed in version 2: the RFC 8785 form, whose members are in this order.
   *
   * @param secrets the hash of the secrets that come with it; null where none do
   */
  public static byte[] payload(
      String approvalId, boolean approve, long exp, Wording shown, @Nullable String secrets) {
    String text =
        "{\"approval_id\":\""
            + approvalId
            + "\",\"decision\":\""
            + decision(approve)
            + "\",\"digest\":\""
            + shown.digest()
            + "\",\"exp\":"
            + exp
            + ",\"revision\":"
            + shown.revision()
            + ",\"secrets\":"
            + (secrets == null ? "null" : "\"" + secrets + "\"")
            + ",\"v\":2}";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String decision(boolean approve) {
    return approve ? "approve" : "deny";
  }

  /** What it says must not end up in a log: the nonce would let secrets be guessed. */
  @Override
  public String toString() {
    return "Assertion[" + keyId + "]";
  }
}
