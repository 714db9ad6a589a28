package dev.holdpoint.client;

import dev.holdpoint.api.gate.RenderingBodies.RenderedRequest;
import dev.holdpoint.api.gate.SignatureBodies.ApprovalSignature;
import dev.holdpoint.client.approver.SentSecrets;
import dev.holdpoint.client.approver.ShownApproval;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Approvals as host applications see them: decided by an assertion and by nothing else. */
public final class SignedApprovalClient {
  private final Connection connection;

  SignedApprovalClient(Connection connection) {
    this.connection = connection;
  }

  public JsonNode find(String approvalId) throws CallFailed {
    return connection.get(RequestPath.of("/approvals/{}", approvalId), JsonNode.class);
  }

  /**
   * @param shown what was signed for; nothing else is decided by it
   * @param secrets values for what the approval asks for
   * @param rendered what the approver was shown
   */
  public JsonNode decide(
      ShownApproval shown,
      boolean approve,
      ApprovalSignature signature,
      SentSecrets secrets,
      @Nullable String note,
      RenderedRequest rendered)
      throws CallFailed {
    Map<String, Object> body = new LinkedHashMap<>();
    ObjectNode sent = (ObjectNode) ClientJson.tree(signature);
    if (signature.version() != null && secrets.nonce() != null) {
      sent.put("secrets_nonce", secrets.nonce());
    }
    body.put("signature", sent);
    body.put("expected_digest", shown.digest());
    body.put("expected_revision", shown.revision());
    body.put("rendered", rendered);
    if (!secrets.values().isEmpty()) {
      body.put("secrets", secrets.values());
    }
    if (note != null) {
      body.put("note", note);
    }
    return connection.postKeyed(
        RequestPath.of(approve ? "/approvals/{}/approve" : "/approvals/{}/deny", shown.id()),
        body,
        null,
        JsonNode.class);
  }
}
