package dev.holdpoint.client.approver;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Secrets that go with a signed decision, bound by a hash that says nothing of them.
 *
 * @param nonce in base64url; null where there are none
 */
public record SentSecrets(Map<String, String> values, @Nullable String nonce) {
  private static final int NONCE_BYTES = 32;

  public SentSecrets {
    values = Map.copyOf(values);
  }

  /** With a nonce of their own. */
  public static SentSecrets of(Map<String, String> values) {
    if (values.isEmpty()) {
      return new SentSecrets(values, null);
    }
    byte[] nonce = new byte[NONCE_BYTES];
    new SecureRandom().nextBytes(nonce);
    return new SentSecrets(values, Base64.getUrlEncoder().withoutPadding().encodeToString(nonce));
  }

  /** What the payload says of them; null where there are none. */
  @Nullable String hash() {
    if (values.isEmpty()) {
      return null;
    }
    ObjectNode hashed = JsonNodeFactory.instance.objectNode().put("nonce", nonce);
    ObjectNode all = hashed.putObject("secrets");
    values.forEach(all::put);
    return ShownApproval.hash(hashed);
  }

  /** Records print their members; a secret must not end up in a log that way. */
  @Override
  public String toString() {
    return "SentSecrets[" + values.keySet() + "]";
  }
}
