package dev.holdpoint.client;

import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.LongConsumer;

/** Backups of the daemon's data. */
public final class BackupClient {
  /** The ledger is copied whole before the first byte comes, and that takes its time. */
  private static final int PATIENCE_MS = 30 * 60 * 1_000;

  private final Connection connection;

  BackupClient(Connection connection) {
    this.connection = connection;
  }

  /**
   * @param onTotal told how much will come at most, if the daemon says so
   * @param onBytes told how much has come so far
   */
  public void make(
      boolean filesOnly,
      boolean withoutWorkspaces,
      OutputStream out,
      LongConsumer onTotal,
      LongConsumer onBytes)
      throws CallFailed, IOException {
    RequestPath path =
        RequestPath.of("/v1/backups")
            .with("files_only", filesOnly ? true : null)
            .with("without_workspaces", withoutWorkspaces ? true : null);
    connection.pour(path, PATIENCE_MS, out, onTotal, onBytes);
  }
}
