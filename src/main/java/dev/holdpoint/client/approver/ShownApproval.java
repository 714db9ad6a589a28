package dev.holdpoint.client.approver;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * An approval as an approver was shown it. What they sign is made from the tool and the input
 * alone: a daemon that says another digest than theirs gets no signature.
 *
 * @param assertionVersion the lowest version of assertions that holds
 */
public record ShownApproval(
    String id, String toolName, JsonNode input, String digest, int revision, int assertionVersion) {

  public static ShownApproval of(ApprovalRow row) {
    return new ShownApproval(
        row.request().id(),
        row.request().toolName(),
        row.request().input(),
        row.request().digest(),
        row.request().revision(),
        row.request().assertionVersion());
  }

  /** As the signed surface shows it. */
  public static ShownApproval of(JsonNode approval) {
    return new ShownApproval(
        approval.path("id").asString(""),
        approval.path("tool_name").asString(""),
        approval.path("input"),
        approval.path("digest").asString(""),
        approval.path("revision").asInt(0),
        approval.path("assertion_version").asInt(1));
  }

  /** Whether the digest is of the tool and the input that are shown. */
  public boolean isWhatItSays() {
    JsonNode call =
        JsonNodeFactory.instance.objectNode().put("tool_name", toolName).set("input", input);
    return hash(call).equals(digest);
  }

  /** Lowercase hex SHA-256 of the RFC 8785 form. */
  static String hash(JsonNode object) {
    try {
      byte[] canonical = ExactJson.of(object).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(canonical));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
