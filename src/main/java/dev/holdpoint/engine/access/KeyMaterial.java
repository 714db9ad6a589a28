package dev.holdpoint.engine.access;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.Verification;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The bytes of an approver's key, from what was sent. No refusal repeats any of it. */
final class KeyMaterial {
  private static final int MOST_SECRET_BYTES = 1_024;

  private KeyMaterial() {}

  static byte[] of(ApproverKeys.Spec wish) {
    boolean shared = wish.algorithm() == Algorithm.HMAC_SHA256;
    String wanted = shared ? "/secret" : "/public_key";
    String sent = shared ? wish.secret() : wish.publicKey();
    if ((shared ? wish.publicKey() : wish.secret()) != null) {
      throw refused(
          shared ? "/public_key" : "/secret",
          "does not match the algorithm " + wish.algorithm().wire(),
          "An hmac-sha256 key has a secret; an ed25519 key has a public_key. Never "
              + "send a private key.");
    }
    byte[] bytes = sent == null ? null : Verification.base64url(sent);
    if (bytes == null) {
      throw refused(
          wanted,
          sent == null ? "is required" : "is not base64url",
          "Send the bytes of the key in base64url, with or without padding.");
    }
    String fault = shared ? secretFault(bytes) : Verification.publicKeyFault(bytes);
    if (fault != null) {
      throw refused(
          wanted,
          fault,
          shared
              ? "Send 32 to 1024 random bytes, in base64url."
              : "Send the 32 raw bytes of an Ed25519 public key, in base64url.");
    }
    return bytes;
  }

  private static @Nullable String secretFault(byte[] secret) {
    if (secret.length < Verification.LEAST_SECRET_BYTES) {
      return "has fewer than 32 bytes";
    }
    return secret.length > MOST_SECRET_BYTES ? "has more than 1024 bytes" : null;
  }

  static String text(byte[] publicKey) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(publicKey);
  }

  private static Refused refused(String pointer, String fault, String detail) {
    return Problem.INVALID_TENANT.because(detail).at(pointer, fault).asException();
  }
}
