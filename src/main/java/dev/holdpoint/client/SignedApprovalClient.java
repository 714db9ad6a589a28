package dev.holdpoint.client;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalSignature;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

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
   * @param secrets values by alias, for what the approval asks for
   */
  public JsonNode decide(
      String approvalId,
      boolean approve,
      ApprovalSignature signature,
      Map<String, String> secrets,
      @Nullable String note)
      throws CallFailed {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("signature", signature);
    if (!secrets.isEmpty()) {
      body.put("secrets", secrets);
    }
    if (note != null) {
      body.put("note", note);
    }
    return connection.postKeyed(
        RequestPath.of(approve ? "/approvals/{}/approve" : "/approvals/{}/deny", approvalId),
        body,
        null,
        JsonNode.class);
  }
}
