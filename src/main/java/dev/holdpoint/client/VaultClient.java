package dev.holdpoint.client;

import dev.holdpoint.api.audit.AuditBodies.VaultView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;

/** The key under which secrets are sealed. */
public final class VaultClient {
  private static final String VAULT = "/v1/vault";

  private final Connection connection;

  VaultClient(Connection connection) {
    this.connection = connection;
  }

  public VaultView status() throws CallFailed {
    return connection.get(RequestPath.of(VAULT), VaultView.class);
  }

  public VaultView rotate() throws CallFailed {
    return connection.post(RequestPath.of(VAULT + "/rotate"), null, VaultView.class);
  }
}
