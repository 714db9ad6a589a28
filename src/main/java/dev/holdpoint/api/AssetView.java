package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("A stored file.")
public record AssetView(
    String assetId,
    String fileName,
    String mediaType,
    long byteLength,
    @About("The SHA-256 of its bytes, in lowercase hex.") String sha256,
    long createdAtMs) {
  /**
   * What a browser shows and cannot run. Everything else is sent as the last, whatever it was
   * called.
   */
  public static final List<String> SENT_AS =
      List.of(
          "text/plain",
          "text/csv",
          "text/markdown",
          "application/json",
          "application/pdf",
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp",
          "application/octet-stream");
}
