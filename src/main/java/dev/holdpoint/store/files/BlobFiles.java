package dev.holdpoint.store.files;

import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.Blobs;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.failure.StoreFull;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file each, {@code ab/abcd…}, readable by the owner alone. A file is whole or not there: it is
 * written under another name, forced to disk, renamed, and its folder forced to disk.
 */
public final class BlobFiles implements Blobs {
  private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}");
  private static final String UNFINISHED = ".new-";
  private static final int PIECE_BYTES = 1 << 20;

  private final Path root;
  private final InstantSource clock;
  private final long mostBytes;

  /** Held where a file appears, is touched or goes, so that a sweep takes nothing just put. */
  private final ReentrantLock names = new ReentrantLock();

  private long bytes;

  /**
   * @param mostBytes all files together
   */
  public BlobFiles(Path root, InstantSource clock, long mostBytes) {
    this.root = root;
    this.clock = clock;
    this.mostBytes = mostBytes;
    try {
      Files.createDirectories(
          root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      for (Path file : files()) {
        bytes += Files.size(file);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void put(String sha256, byte[] content) {
    Path file = file(sha256);
    try {
      Path folder = folder(file);
      if (isKept(file, content.length)) {
        // Whoever has just put it may not have come to this yet.
        sync(folder);
        return;
      }
      Path unfinished = folder.resolve(UNFINISHED + UUID.randomUUID());
      try {
        write(unfinished, content);
        keep(unfinished, file, content.length);
      } finally {
        Files.deleteIfExists(unfinished);
      }
      sync(folder);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Touched, it is as new. One of another length is what a damaged disk left: it is replaced. */
  private boolean isKept(Path file, int length) throws IOException {
    names.lock();
    try {
      if (!Files.isRegularFile(file) || Files.size(file) != length) {
        return false;
      }
      Files.setLastModifiedTime(file, FileTime.fromMillis(clock.millis()));
      return true;
    } finally {
      names.unlock();
    }
  }

  private Path folder(Path file) throws IOException {
    Path folder = Objects.requireNonNull(file.getParent());
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      sync(root);
    }
    return folder;
  }

  private void write(Path unfinished, byte[] content) throws IOException {
    OwnFile.write(unfinished, content);
    Files.setLastModifiedTime(unfinished, FileTime.fromMillis(clock.millis()));
  }

  private void keep(Path unfinished, Path file, int length) throws IOException {
    names.lock();
    try {
      long replaced = Files.isRegularFile(file) ? Files.size(file) : 0;
      if (bytes - replaced + length > mostBytes) {
        throw new StoreFull(new IOException("the files would exceed " + mostBytes + " bytes"));
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      bytes += length - replaced;
    } finally {
      names.unlock();
    }
  }

  @Override
  public byte @Nullable [] find(String sha256) {
    try {
      byte[] content = Files.readAllBytes(file(sha256));
      return Digests.sha256Hex(content).equals(sha256) ? content : null;
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public int sweep(long beforeMs, Predicate<String> wanted) {
    int dropped = 0;
    try {
      for (Path file : files()) {
        dropped += drop(file, beforeMs, wanted) ? 1 : 0;
      }
    } catch (IOException e) {
      throw failed(e);
    }
    return dropped;
  }

  private boolean drop(Path file, long beforeMs, Predicate<String> wanted) throws IOException {
    String name = file.getFileName().toString();
    boolean unfinished = name.startsWith(UNFINISHED);
    if (!unfinished && !NAME.matcher(name).matches()) {
      return false;
    }
    names.lock();
    try {
      if (Files.getLastModifiedTime(file).toMillis() >= beforeMs
          || (!unfinished && wanted.test(name))) {
        return false;
      }
      long size = Files.size(file);
      Files.delete(file);
      bytes -= unfinished ? 0 : size;
      return true;
    } catch (NoSuchFileException e) {
      return false;
    } finally {
      names.unlock();
    }
  }

  /** The names of all that are here, in no order. */
  public List<String> names() {
    try {
      return files().stream()
          .map(file -> file.getFileName().toString())
          .filter(name -> NAME.matcher(name).matches())
          .toList();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** For one that is kept elsewhere from now on. */
  public void remove(String sha256) {
    names.lock();
    try {
      Path file = file(sha256);
      if (Files.isRegularFile(file)) {
        bytes -= Files.size(file);
        Files.delete(file);
      }
    } catch (IOException e) {
      throw failed(e);
    } finally {
      names.unlock();
    }
  }

  /**
   * Reads all files under this folder and tells which are not what their name says.
   *
   * @param goOn asked after each mebibyte, with the number of files that were begun
   * @return how many were read
   */
  public static long damaged(Path root, Consumer<String> found, LongPredicate goOn) {
    if (!Files.isDirectory(root)) {
      return 0;
    }
    long count = 0;
    for (Path folder : listed(root, found)) {
      for (Path file : Files.isDirectory(folder) ? listed(folder, found) : List.of(folder)) {
        String name = file.getFileName().toString();
        if (NAME.matcher(name).matches()) {
          count++;
          long read = count;
          if (!isSeen(file, name, found, () -> goOn.test(read))) {
            return count;
          }
        }
      }
    }
    return count;
  }

  /** The names as they are now: files come and go while others are read. */
  private static List<Path> listed(Path folder, Consumer<String> found) {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException | UncheckedIOException e) {
      found.accept("assets: the folder %s cannot be read: %s".formatted(folder, e.getMessage()));
      return List.of();
    }
  }

  /** False when it was told not to go on. */
  private static boolean isSeen(
      Path file, String name, Consumer<String> found, BooleanSupplier goOn) {
    try {
      String digest = digest(file, goOn);
      if (digest != null && !digest.isEmpty() && !digest.equals(name)) {
        found.accept("assets: the stored file %s does not match its checksum".formatted(name));
      }
      return digest != null;
    } catch (IOException e) {
      found.accept("assets: the stored file %s cannot be read: %s".formatted(name, e.getMessage()));
      return true;
    }
  }

  /** Null when it was told not to go on; empty when the file is gone by now. */
  private static @Nullable String digest(Path file, BooleanSupplier goOn) throws IOException {
    MessageDigest digest = Digests.sha256();
    byte[] piece = new byte[PIECE_BYTES];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.readNBytes(piece, 0, piece.length);
          read > 0;
          read = in.readNBytes(piece, 0, piece.length)) {
        digest.update(piece, 0, read);
        if (!goOn.getAsBoolean()) {
          return null;
        }
      }
    } catch (NoSuchFileException e) {
      return "";
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(root, 2)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private Path file(String sha256) {
    return file(root, sha256);
  }

  private static Path file(Path root, String sha256) {
    if (!NAME.matcher(sha256).matches()) {
      throw new IllegalArgumentException("not a digest: " + sha256);
    }
    return root.resolve(sha256.substring(0, 2)).resolve(sha256);
  }

  /** Whether there is certainly no such file; false where that cannot be found out. */
  public static boolean lacks(Path root, String sha256) {
    return Files.notExists(file(root, sha256));
  }

  private static void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static StoreFailure failed(IOException e) {
    boolean full =
        e instanceof FileSystemException refused
            && String.valueOf(refused.getReason()).contains("No space left");
    return full || String.valueOf(e.getMessage()).contains("No space left")
        ? new StoreFull(e)
        : new StoreFailure("the assets cannot be used: " + e.getMessage(), e);
  }
}
