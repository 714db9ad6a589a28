package dev.holdpoint.client;

import dev.holdpoint.api.content.ContentBodies.AssetView;
import dev.holdpoint.api.content.ContentBodies.AttachmentUpload;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Stored files. */
public final class AssetClient {
  private static final String ASSET = "/v1/assets/{}";

  private final Connection connection;

  AssetClient(Connection connection) {
    this.connection = connection;
  }

  /** Stores the file, or finds the same one. */
  public AssetView add(AttachmentUpload file) throws CallFailed {
    return connection.post(RequestPath.of("/v1/assets"), file, AssetView.class);
  }

  public Page<AssetView> page(PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of("/v1/assets"), wish, AssetView.class);
  }

  public AssetView find(String assetId) throws CallFailed {
    return connection.get(RequestPath.of(ASSET, assetId), AssetView.class);
  }

  public byte[] bytes(String assetId) throws CallFailed {
    return connection.bytes(RequestPath.of(ASSET + "/raw", assetId));
  }

  public static AttachmentUpload upload(
      String fileName, @Nullable String mediaType, byte[] content) {
    return new AttachmentUpload(fileName, mediaType, Base64.getEncoder().encodeToString(content));
  }
}
