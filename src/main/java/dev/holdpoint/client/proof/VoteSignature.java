package dev.holdpoint.client.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import tools.jackson.databind.JsonNode;

/** A person's signature under one vote, checked against what they have signed. */
final class VoteSignature {
  private VoteSignature() {}

  /**
   * Whether it holds. That of an HMAC key cannot be checked by anybody but the daemon, which has
   * done so before it took the vote.
   *
   * @param decision the evidence that the vote stands in
   */
  static boolean holds(JsonNode decision, JsonNode vote) {
    JsonNode signature = vote.path("signature");
    JsonNode key = vote.path("key");
    String algorithm = key.path("algorithm").asString("");
    if (!signature.path("algorithm").asString("").equals(algorithm)
        || !signature.path("key_id").asString("").equals(key.path("key_id").asString())) {
      return false;
    }
    return switch (algorithm) {
      case "hmac-sha256" -> true;
      case "ed25519" -> isSigned(payload(decision, vote), signature, key);
      case "webauthn" ->
          signature.path("version").asInt(1) == 2
              && PasskeySignature.holds(payload(decision, vote), signature, key);
      default -> false;
    };
  }

  private static boolean isSigned(String payload, JsonNode signature, JsonNode key) {
    try {
      return PublicKey.ofText(key.path("public_key").asString(""))
          .hasSigned(
              payload.getBytes(UTF_8), Base64Url.lenient(signature.path("value").asString("")));
    } catch (Malformed _) {
      return false;
    }
  }

  /** The text that was signed: what stands in it is JSON that needs no escapes. */
  static String payload(JsonNode decision, JsonNode vote) {
    JsonNode signature = vote.path("signature");
    String head =
        "{\"approval_id\":\"%s\",\"decision\":\"%s\""
            .formatted(
                decision.path("approval_id").asString(""), vote.path("decision").asString(""));
    String exp = signature.path("exp").asString();
    if (signature.path("version").asInt(1) == 1) {
      return head + ",\"exp\":" + exp + "}";
    }
    JsonNode secrets = signature.path("secrets");
    return head
        + ",\"digest\":\"%s\",\"exp\":%s,\"revision\":%s,\"secrets\":%s,\"v\":2}"
            .formatted(
                decision.path("digest").asString(""),
                exp,
                decision.path("revision").asString(),
                secrets.isString() ? "\"" + secrets.stringValue() + "\"" : "null");
  }
}
