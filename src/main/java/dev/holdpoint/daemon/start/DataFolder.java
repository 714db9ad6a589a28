package dev.holdpoint.daemon.start;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.holdpoint.client.http.DaemonAddress;
import dev.holdpoint.client.http.FolderLock;
import dev.holdpoint.daemon.backup.Restore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder that holds all a daemon keeps. It is locked while open: two daemons on one SQLite
 * database would each think that it is the only writer. The lock is the kernel's and dies with the
 * process, so a daemon that was killed leaves nothing to clean up.
 */
public final class DataFolder implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(DataFolder.class);

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private static final int TRIES = 5;
  private static final long BETWEEN_TRIES_NANOS = Duration.ofMillis(20).toNanos();

  private final Path path;
  private final FileChannel lock;

  private DataFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Creates the folder where it is missing, and takes its lock.
   *
   * @throws StartRefused when it cannot be used, or another daemon uses it
   */
  public static DataFolder open(Path path) throws StartRefused {
    try {
      create(path);
      FileChannel lock = lock(path);
      // Of a daemon that was killed: where this one is called is not known yet.
      Files.deleteIfExists(path.resolve(DaemonAddress.FILE));
      if (Files.exists(path.resolve(Restore.UNFINISHED))) {
        lock.close();
        throw new StartRefused(
            "A restore into "
                + path
                + " was interrupted. Remove everything in the folder and run 'holdpoint restore'"
                + " again");
      }
      FolderLock.taken(path);
      return new DataFolder(path, lock);
    } catch (AccessDeniedException e) {
      throw new StartRefused(
          "The data folder "
              + path
              + " cannot be used: no access to "
              + e.getFile()
              + ". Choose another with --data");
    } catch (FileAlreadyExistsException e) {
      throw new StartRefused(
          e.getFile() + " is a file, not a folder. Choose another data folder with --data");
    } catch (IOException e) {
      throw new StartRefused("The data folder " + path + " cannot be used: " + e);
    }
  }

  public Path path() {
    return path;
  }

  /**
   * Says where the daemon of this folder can be called, until the folder is closed. Commands that
   * do not find it take the configured port, so a failure keeps no daemon from its work.
   */
  public void announce(String url) {
    Path file = path.resolve(DaemonAddress.FILE);
    Path draft = path.resolve(DaemonAddress.FILE + ".new");
    try {
      Files.deleteIfExists(draft);
      // Not through a link that somebody else has put there.
      Files.writeString(draft, url + "\n", StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-r--r--"));
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      log.warn("the daemon's address could not be written to {}: {}", file, e.getMessage());
    }
  }

  private static void create(Path path) throws IOException {
    Path parent = path.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    if (!Files.isDirectory(path)) {
      Files.createDirectory(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } else if (isEmpty(path)) {
      // Made for us a moment ago with mkdir. One with other things in it belongs to somebody who
      // chose its mode.
      Files.setPosixFilePermissions(path, OWNER_ONLY);
    }
  }

  private static boolean isEmpty(Path path) throws IOException {
    try (Stream<Path> entries = Files.list(path)) {
      return entries.findAny().isEmpty();
    }
  }

  private static FileChannel lock(Path path) throws IOException, StartRefused {
    Path file = path.resolve(FolderLock.FILE);
    FileChannel channel =
        FileChannel.open(
            file,
            EnumSet.of(CREATE, READ, WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      if (!isLocked(channel)) {
        throw new StartRefused(
            "Another holdpoint"
                + pid(channel)
                + " is using "
                + path
                + ". Stop it, or choose another folder with --data");
      }
      channel.truncate(0);
      channel.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(UTF_8)), 0);
      return channel;
    } catch (IOException | StartRefused e) {
      channel.close();
      throw e;
    }
  }

  /** A command that looks whether a daemon is here has the lock for a moment. */
  private static boolean isLocked(FileChannel channel) throws IOException {
    for (int i = 1; i < TRIES; i++) {
      if (tryLock(channel) != null) {
        return true;
      }
      LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
    }
    return tryLock(channel) != null;
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException _) {
      return null;
    }
  }

  /** The holder writes its number just after it has the lock, so it may not be there yet. */
  private static String pid(FileChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(32);
    channel.read(buffer, 0);
    String pid = UTF_8.decode(buffer.flip()).toString().strip();
    return pid.isEmpty() ? "" : " (pid " + pid + ")";
  }

  @Override
  public void close() throws IOException {
    try {
      Files.deleteIfExists(path.resolve(DaemonAddress.FILE));
    } finally {
      FolderLock.released(path);
      lock.close();
    }
  }

  public void closeQuietly() {
    try {
      close();
    } catch (IOException e) {
      log.warn("the lock of the data folder could not be released: {}", e.getMessage());
    }
  }
}
