package dev.holdpoint.client;

import dev.holdpoint.api.access.TokenBodies.CreateTokenRequest;
import dev.holdpoint.api.access.TokenBodies.CreatedToken;
import dev.holdpoint.api.access.TokenBodies.TokenRow;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import dev.holdpoint.client.http.ShownOnce;
import java.util.List;

/** Tokens: made, listed, revoked. */
public final class TokenClient {
  private final Connection connection;

  TokenClient(Connection connection) {
    this.connection = connection;
  }

  public CreatedToken create(CreateTokenRequest request) throws CallFailed {
    return ShownOnce.post(
        connection, RequestPath.of("/v1/tokens"), request, CreatedToken.class, this::revoke);
  }

  public List<TokenRow> list() throws CallFailed {
    return connection.list(RequestPath.of("/v1/tokens"), TokenRow.class);
  }

  public void revoke(String tokenId) throws CallFailed {
    connection.delete(RequestPath.of("/v1/tokens/{}", tokenId));
  }
}
