package dev.holdpoint.http.oidc;

import dev.holdpoint.engine.port.IdentityProvider.Attempt;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.WebCookie;
import java.net.URI;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a browser keeps while it is at the provider. Who comes back without it, or with another, did
 * not begin here: another site may have sent them with the answer to somebody else's sign-in.
 */
final class AttemptCookie {
  private static final int BYTES = 32;
  private static final long SECONDS = 600;
  private static final Pattern PARTS = Pattern.compile("[A-Za-z0-9_-]{43}");
  private static final SecureRandom RANDOM = new SecureRandom();

  private AttemptCookie() {}

  static Attempt begun(URI returnTo) {
    return new Attempt(secret(), secret(), secret(), returnTo);
  }

  static String set(Call call, Attempt attempt) {
    return WebCookie.setForReturn(
        call.origin(),
        String.join(".", attempt.state(), attempt.nonce(), attempt.verifier()),
        SECONDS);
  }

  static String cleared(Call call) {
    return WebCookie.setForReturn(call.origin(), "", 0);
  }

  /** Null without one, and with more than one, which nobody can tell apart. */
  static @Nullable Attempt of(Call call, URI returnTo) {
    List<String> values = WebCookie.forReturn(call.headers("Cookie"), call.origin());
    String[] parts = values.size() == 1 ? values.getFirst().split("\\.", -1) : new String[0];
    if (parts.length != 3) {
      return null;
    }
    for (String part : parts) {
      if (!PARTS.matcher(part).matches()) {
        return null;
      }
    }
    return new Attempt(parts[0], parts[1], parts[2], returnTo);
  }

  static String secret() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
