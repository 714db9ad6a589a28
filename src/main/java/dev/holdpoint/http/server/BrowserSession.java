package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * How a browser came in.
 *
 * @param expiresAtMs until when its cookie is good
 * @param csrfToken what everything it changes must carry: a page of another site can make it send
 *     the cookie, and cannot read this
 */
public record BrowserSession(String webSessionId, long expiresAtMs, String csrfToken) {
  static final String CSRF_HEADER = "X-Holdpoint-CSRF";

  private static final String CSRF = "csrf:";

  /** The token follows from the cookie's secret, and the secret does not follow from the token. */
  public static BrowserSession of(String webSessionId, long expiresAtMs, String secret) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest((CSRF + secret).getBytes(UTF_8));
      return new BrowserSession(
          webSessionId, expiresAtMs, Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  boolean isToldBy(@Nullable String sent) {
    return sent != null && MessageDigest.isEqual(csrfToken.getBytes(UTF_8), sent.getBytes(UTF_8));
  }

  /** Records print their members; a secret must not end up in a log that way. */
  @Override
  public String toString() {
    return "Visit[" + webSessionId + "]";
  }
}
