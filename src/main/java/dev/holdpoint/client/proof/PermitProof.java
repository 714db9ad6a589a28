package dev.holdpoint.client.proof;

import dev.holdpoint.client.approver.ShownApproval;
import dev.holdpoint.client.http.ClientJson;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Whether a permit was given by the ledger with these keys, and is not past its end. That nobody
 * has used it only the daemon can tell.
 *
 * @param fault what is wrong with it; null when nothing is
 */
public record PermitProof(boolean valid, @Nullable String permitId, @Nullable String fault) {
  private static final String TYPE = "holdpoint-permit+jwt";
  private static final long SECOND_MS = 1_000;

  /**
   * @param keySet the JWK set of the ledger
   * @param command the command that it must be for; null for any call
   */
  public static PermitProof of(String jws, String keySet, @Nullable String command, long nowMs) {
    try {
      String[] parts = jws.strip().split("\\.", -1);
      if (parts.length != 3) {
        throw new Malformed("it is not a compact JWS");
      }
      JsonNode head = json(parts[0]);
      if (!"EdDSA".equals(head.path("alg").asString(""))
          || !TYPE.equals(head.path("typ").asString(""))
          || head.has("crit")) {
        throw new Malformed("it is not a permit");
      }
      byte[] signed = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.UTF_8);
      PublicKey key = key(keySet, head.path("kid").asString(""));
      if (!key.hasSigned(signed, Base64Url.decode(parts[2]))) {
        throw new Malformed("the signature is not of the key " + key.id());
      }
      JsonNode claims = json(parts[1]);
      if (claims.path("exp").asLong(0) * SECOND_MS <= nowMs) {
        throw new Malformed("it is past its end");
      }
      if (command != null && !isFor(claims, command)) {
        throw new Malformed("it is for a different call");
      }
      return new PermitProof(true, claims.path("jti").asString(""), null);
    } catch (Malformed e) {
      return new PermitProof(false, null, e.getMessage());
    }
  }

  /** Of a file that has no permit in it. */
  public static PermitProof notReadable() {
    return new PermitProof(false, null, "the file does not have a permit in it");
  }

  private static boolean isFor(JsonNode claims, String command) {
    return new ShownApproval(
            "",
            "bash",
            JsonNodeFactory.instance.objectNode().put("command", command),
            claims.path("digest").asString(""),
            1,
            1)
        .isWhatItSays();
  }

  private static PublicKey key(String keySet, String keyId) throws Malformed {
    for (JsonNode one : parsed(keySet, "the key set is not JSON").path("keys")) {
      if (keyId.equals(one.path("kid").asString(""))) {
        PublicKey key = PublicKey.ofText(one.path("x").asString(""));
        if (key.id().equals(keyId)) {
          return key;
        }
      }
    }
    throw new Malformed("the key " + keyId + " is not in the key set");
  }

  private static JsonNode json(String part) throws Malformed {
    return parsed(new String(Base64Url.decode(part), StandardCharsets.UTF_8), "it is not a permit");
  }

  private static JsonNode parsed(String text, String fault) throws Malformed {
    try {
      return ClientJson.parseTree(text);
    } catch (JacksonException _) {
      throw new Malformed(fault);
    }
  }
}
