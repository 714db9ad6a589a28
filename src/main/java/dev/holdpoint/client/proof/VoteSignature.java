package dev.holdpoint.client.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A person's signature under one vote, checked against what they have signed. */
final class VoteSignature {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_]+");
  private static final Pattern WORD = Pattern.compile("approve|deny");
  private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]*");
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

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
    String payload = payload(decision, vote);
    if (payload == null) {
      return false;
    }
    return switch (algorithm) {
      case "hmac-sha256" -> true;
      case "ed25519" -> isSigned(payload, signature, key);
      case "webauthn" -> version(signature) == 2 && PasskeySignature.holds(payload, signature, key);
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

  /** 0 for one that no version has. */
  private static int version(JsonNode signature) {
    JsonNode version = signature.path("version");
    return version.isMissingNode() ? 1 : version.isIntegralNumber() ? version.asInt(0) : 0;
  }

  /**
   * The text that was signed; null where a part of it is not what it has to be. Nothing is escaped:
   * a part with a quote in it could pass one text for another.
   */
  private static @Nullable String payload(JsonNode decision, JsonNode vote) {
    JsonNode signature = vote.path("signature");
    String id = decision.path("approval_id").asString("");
    String word = vote.path("decision").asString("");
    String exp = signature.path("exp").asString("");
    int version = version(signature);
    if (version < 1
        || version > 2
        || !ID.matcher(id).matches()
        || !WORD.matcher(word).matches()
        || !INTEGER.matcher(exp).matches()) {
      return null;
    }
    String head = "{\"approval_id\":\"%s\",\"decision\":\"%s\"".formatted(id, word);
    if (version == 1) {
      return head + ",\"exp\":" + exp + "}";
    }
    String digest = decision.path("digest").asString("");
    String revision =
        decision.path("revision").isIntegralNumber() ? decision.path("revision").asString() : "";
    JsonNode secrets = signature.path("secrets");
    String hash = secrets.asString("");
    boolean hasSecrets = !secrets.isMissingNode() && !secrets.isNull();
    if (!SHA256.matcher(digest).matches()
        || !INTEGER.matcher(revision).matches()
        || (hasSecrets && !SHA256.matcher(hash).matches())) {
      return null;
    }
    return head
        + ",\"digest\":\"%s\",\"exp\":%s,\"revision\":%s,\"secrets\":%s,\"v\":2}"
            .formatted(digest, exp, revision, hasSecrets ? "\"" + hash + "\"" : "null");
  }
}
