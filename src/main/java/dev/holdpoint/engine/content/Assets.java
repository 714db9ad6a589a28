package dev.holdpoint.engine.content;

import dev.holdpoint.core.content.Asset;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.Blobs;
import dev.holdpoint.engine.port.failure.StoreFull;
import dev.holdpoint.engine.port.store.RecordQueries;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Stored files. */
public final class Assets {
  /** What no asset has named for so long was left by a crash, or by a submission that failed. */
  private static final long ABANDONED_MS = 3_600_000;

  private final Commits commits;
  private final Engine engine;
  private final Blobs blobs;
  private final int mostBytes;

  /**
   * @param mostBytes of one file
   */
  public Assets(Commits commits, Engine engine, Blobs blobs, int mostBytes) {
    this.commits = commits;
    this.engine = engine;
    this.blobs = blobs;
    this.mostBytes = mostBytes;
  }

  /** Adds the file, or finds the one that is the same in tenant, name, type and bytes. */
  public Asset add(String tenantId, InputPiece.Upload upload) {
    return commits.commit(change -> shelve(change, tenantId, upload));
  }

  /**
   * Puts the bytes on disk, for a work that will name them.
   *
   * @param pointer where the caller wrote them
   */
  public InputPiece.Upload store(String fileName, String mediaType, byte[] bytes, String pointer) {
    if (bytes.length > mostBytes) {
      throw Problem.PAYLOAD_TOO_LARGE
          .because(
              "The file has %d bytes; the maximum is %d (limits.asset_bytes)."
                  .formatted(bytes.length, mostBytes))
          .at(pointer, "is too large")
          .asException();
    }
    String sha256 = Digests.sha256Hex(bytes);
    try {
      blobs.put(sha256, bytes);
    } catch (StoreFull e) {
      throw Problem.STORAGE_FULL
          .because(
              "There is not enough space for the file. Free disk space or raise "
                  + "limits.assets_bytes, then send the request again. Nothing was changed.")
          .asException();
    }
    return new InputPiece.Upload(fileName, mediaType, bytes.length, sha256);
  }

  static Asset shelve(Change change, String tenantId, InputPiece.Upload upload) {
    Asset known =
        change.named(
            Asset.KIND,
            Asset.name(tenantId, upload.sha256(), upload.mediaType(), upload.fileName()));
    if (known != null) {
      return known;
    }
    String id = change.newId(Asset.PREFIX);
    Asset asset =
        new Asset(
            Ulid.keyOf(Asset.PREFIX, id).orElseThrow(),
            id,
            tenantId,
            upload.fileName(),
            upload.mediaType(),
            upload.byteLength(),
            upload.sha256(),
            change.nowMs());
    change.keep(Asset.KIND, asset);
    return asset;
  }

  static @Nullable Asset find(Change change, String id) {
    OptionalLong key = Ulid.keyOf(Asset.PREFIX, id);
    return key.isPresent() ? same(change.kept(Asset.KIND, key.getAsLong()), id) : null;
  }

  public static @Nullable Asset find(RecordQueries shelves, String id) {
    OptionalLong key = Ulid.keyOf(Asset.PREFIX, id);
    return key.isPresent() ? same(shelves.kept(Asset.KIND, key.getAsLong()), id) : null;
  }

  private static @Nullable Asset same(@Nullable Asset found, String id) {
    return found != null && found.id().equals(id) ? found : null;
  }

  public @Nullable Asset find(String id) {
    return engine.read(queries -> find(queries, id));
  }

  /** Null when they are gone from the disk, or damaged. */
  public byte @Nullable [] bytes(String sha256) {
    return blobs.find(sha256);
  }

  /** Drops the bytes that no asset names, but those of the last hour; gives how many. */
  public int sweep() {
    return blobs.sweep(
        engine.nowMs() - ABANDONED_MS,
        sha256 -> engine.<Long>read(queries -> queries.countKept(Asset.KIND, sha256)) > 0);
  }

  public static RuntimeException notFound() {
    return Problem.ASSET_NOT_FOUND
        .because("There is no such asset. GET /v1/assets lists them.")
        .asException();
  }
}
