package dev.holdpoint.core.asset;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;

/**
 * A stored file. Its bytes lie under their digest, once for all assets that have the same; the same
 * bytes under the same name are the same asset.
 */
public record Asset(
    long key,
    String id,
    String fileName,
    String mediaType,
    long byteLength,
    String sha256,
    long createdAtMs)
    implements Kept {
  public static final String PREFIX = "ast_";
  public static final Shelf<Asset> SHELF = new Shelf<>(4, Asset.class);

  /** None of the three has a line break in it. */
  public static String name(String sha256, String mediaType, String fileName) {
    return sha256 + "\n" + mediaType + "\n" + fileName;
  }

  @Override
  public String name() {
    return name(sha256, mediaType, fileName);
  }

  /** By its bytes, so that one can ask whether anybody still names them. */
  @Override
  public String group() {
    return sha256;
  }
}
