package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A stored file.")
public record AssetView(
    String assetId,
    String fileName,
    String mediaType,
    long byteLength,
    @About("Of its bytes, in lowercase hex.") String sha256,
    long createdAtMs) {}
