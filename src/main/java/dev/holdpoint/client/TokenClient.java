package dev.holdpoint.client;

import dev.holdpoint.api.access.TokenBodies.ChangeTokenRequest;
import dev.holdpoint.api.access.TokenBodies.CreateTokenRequest;
import dev.holdpoint.api.access.TokenBodies.CreatedToken;
import dev.holdpoint.api.access.TokenBodies.TokenRow;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import dev.holdpoint.client.http.ShownOnce;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tokens: made, listed, changed, revoked. */
public final class TokenClient {
  private static final String EXPIRES = "expires_at_ms";

  private final Connection connection;

  TokenClient(Connection connection) {
    this.connection = connection;
  }

  public CreatedToken create(CreateTokenRequest request) throws CallFailed {
    return create(request, false);
  }

  /**
   * @param neverExpires whether a request without {@code expires_at_ms} asks for no limit, and not
   *     for the usual one
   */
  public CreatedToken create(CreateTokenRequest request, boolean neverExpires) throws CallFailed {
    ObjectNode body = said(request);
    if (neverExpires && request.expiresAtMs() == null) {
      body.putNull(EXPIRES);
    }
    return ShownOnce.post(
        connection, RequestPath.of("/v1/tokens"), body, CreatedToken.class, this::revoke);
  }

  /** What is null in a request is left out: sent as null, it would mean something. */
  private static ObjectNode said(Object request) {
    ObjectNode body = (ObjectNode) ClientJson.tree(request);
    body.removeIf(JsonNode::isNull);
    return body;
  }

  /**
   * @param neverExpires whether the token loses its limit
   */
  public TokenRow change(String tokenId, ChangeTokenRequest request, boolean neverExpires)
      throws CallFailed {
    ObjectNode body = said(request);
    if (neverExpires) {
      body.putNull(EXPIRES);
    }
    return connection.patch(RequestPath.of("/v1/tokens/{}", tokenId), body, TokenRow.class);
  }

  public List<TokenRow> list() throws CallFailed {
    return connection.list(RequestPath.of("/v1/tokens"), TokenRow.class);
  }

  public void revoke(String tokenId) throws CallFailed {
    connection.delete(RequestPath.of("/v1/tokens/{}", tokenId));
  }
}
