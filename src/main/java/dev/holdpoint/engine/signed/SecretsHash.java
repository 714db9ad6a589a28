package dev.holdpoint.engine.signed;

import dev.holdpoint.core.access.Verification;
import dev.holdpoint.engine.json.CanonicalJson;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The hash of secrets that come with a signed decision. The approver draws a nonce, so that what is
 * kept of it says nothing of the values.
 */
final class SecretsHash {
  private static final int LEAST_BYTES = 16;
  private static final int MOST_BYTES = 64;

  private SecretsHash() {}

  /** Whether there is a nonce of the right size where there are secrets to hash. */
  static boolean isUsable(@Nullable String nonce, Map<String, String> supplied) {
    if (supplied.isEmpty()) {
      return true;
    }
    byte[] bytes = nonce == null ? null : Verification.base64url(nonce);
    return bytes != null && bytes.length >= LEAST_BYTES && bytes.length <= MOST_BYTES;
  }

  /** Null where no secrets come with the decision. */
  static @Nullable String of(@Nullable String nonce, Map<String, String> supplied) {
    if (supplied.isEmpty()) {
      return null;
    }
    ObjectNode hashed = JsonTree.object().put("nonce", nonce);
    ObjectNode values = hashed.putObject("secrets");
    supplied.forEach(values::put);
    return Digests.sha256Hex(CanonicalJson.of(hashed).getBytes(StandardCharsets.UTF_8));
  }
}
