package dev.holdpoint.store.files;

import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.failure.StoreFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * How far the ledger had come, kept outside of the database: a database that has lost its newest
 * commits cannot tell that by itself.
 *
 * <p>The file is mapped, so a write costs no call to the system and outlives the process. Two
 * places are written in turn, each with a checksum: one that was cut short leaves the other. What
 * is written is durable in the database before, so after a power cut the file may be behind the
 * database and is never ahead of it.
 */
public final class HeadFile implements AutoCloseable {
  /** In the data folder, beside the ledger. */
  public static final String NAME = "holdpoint.head";

  /** The same for a ledger in PostgreSQL: what this node has seen of it. */
  public static final String SEEN = "holdpoint.seen";

  public static final int HASH_BYTES = 32;

  private static final byte[] MAGIC = "HPHEAD1\n".getBytes(StandardCharsets.US_ASCII);
  private static final int ID_BYTES = 40;
  private static final int CHECKED_BYTES = MAGIC.length + ID_BYTES + 4 * Long.BYTES + HASH_BYTES;
  private static final int PLACE_BYTES = 128;

  private final Arena arena;
  private final MemorySegment mapped;
  private int next;

  /**
   * @param commits how many the ledger has had
   * @param lastEventId the greatest event id that was given out
   * @param lastKey the same of keys
   * @param atMs when the last commit was made
   * @param hash of all commits up to it; of zeros where none is kept
   */
  @SuppressWarnings("ArrayRecordComponent") // never changed, and compared by isSameAs()
  public record Place(
      String ledgerId, long commits, long lastEventId, long lastKey, long atMs, byte[] hash) {
    public boolean isSameAs(Place other) {
      return commits == other.commits
          && ledgerId.equals(other.ledgerId)
          && Arrays.equals(hash, other.hash);
    }
  }

  private HeadFile(Arena arena, MemorySegment mapped) {
    this.arena = arena;
    this.mapped = mapped;
  }

  /** What the file says; null when there is none, or nothing in it can be trusted. */
  public static @Nullable Place read(Path file) {
    byte[] bytes;
    try {
      bytes = Files.size(file) > 2 * PLACE_BYTES ? new byte[0] : Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new StoreFailure("cannot read " + file + ": " + e, e);
    }
    Place newest = null;
    for (int at = 0; at + PLACE_BYTES <= bytes.length && at <= PLACE_BYTES; at += PLACE_BYTES) {
      Place place = place(ByteBuffer.wrap(bytes, at, PLACE_BYTES).slice());
      if (place != null && (newest == null || place.commits > newest.commits)) {
        newest = place;
      }
    }
    return newest;
  }

  /** Opens the file, after making it where it is missing, and says this from now on. */
  public static HeadFile open(Path file, Place place) {
    try {
      if (!Files.exists(file) || Files.size(file) != 2 * PLACE_BYTES) {
        Files.deleteIfExists(file);
        // With its bytes on disk: a full disk must not end the process at a mapped write.
        OwnFile.write(file, new byte[2 * PLACE_BYTES]);
      }
      Arena arena = Arena.ofShared();
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        HeadFile head =
            new HeadFile(
                arena, channel.map(FileChannel.MapMode.READ_WRITE, 0, 2 * PLACE_BYTES, arena));
        head.put(place);
        head.put(place);
        head.sync();
        return head;
      } catch (IOException e) {
        arena.close();
        throw e;
      }
    } catch (IOException e) {
      throw new StoreFailure("cannot keep " + file + ": " + e, e);
    }
  }

  /** Outlives the process from now on; one thread at a time. */
  public void put(Place place) {
    ByteBuffer buffer = ByteBuffer.allocate(PLACE_BYTES);
    buffer.put(MAGIC);
    buffer.put(Arrays.copyOf(place.ledgerId.getBytes(StandardCharsets.US_ASCII), ID_BYTES));
    buffer.putLong(place.commits);
    buffer.putLong(place.lastEventId);
    buffer.putLong(place.lastKey);
    buffer.putLong(place.atMs);
    buffer.put(place.hash, 0, HASH_BYTES);
    buffer.putInt(checksum(buffer.array()));
    try {
      mapped
          .asSlice((long) next * PLACE_BYTES, PLACE_BYTES)
          .copyFrom(MemorySegment.ofArray(buffer.array()));
    } catch (RuntimeException | InternalError e) {
      // A mapped page that is gone is an Error of the JVM. The commit is durable all the same.
      throw new StoreBroken(NAME + " cannot be written: " + e, e);
    }
    next = 1 - next;
  }

  /** Outlives a power cut from now on. */
  public void sync() {
    try {
      mapped.force();
    } catch (UncheckedIOException e) {
      throw new StoreFailure("holdpoint.head cannot be flushed to disk: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try (arena) {
      sync();
    }
  }

  private static @Nullable Place place(ByteBuffer buffer) {
    byte[] bytes = new byte[PLACE_BYTES];
    buffer.get(0, bytes);
    if (!Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
        || buffer.getInt(CHECKED_BYTES) != checksum(bytes)) {
      return null;
    }
    String id =
        new String(bytes, MAGIC.length, ID_BYTES, StandardCharsets.US_ASCII).replace("\0", "");
    buffer.position(MAGIC.length + ID_BYTES);
    return new Place(
        id,
        buffer.getLong(),
        buffer.getLong(),
        buffer.getLong(),
        buffer.getLong(),
        Arrays.copyOfRange(bytes, CHECKED_BYTES - HASH_BYTES, CHECKED_BYTES));
  }

  private static int checksum(byte[] place) {
    CRC32C sum = new CRC32C();
    sum.update(place, 0, CHECKED_BYTES);
    return (int) sum.getValue();
  }
}
