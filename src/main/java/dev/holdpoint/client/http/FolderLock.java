package dev.holdpoint.client.http;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether a daemon has a data folder open. The lock is the kernel's and is never stale, but a
 * process that opens and closes the file loses the lock that it has on it itself. So the folders of
 * this process are known without a look.
 */
public final class FolderLock {
  public static final String FILE = "lock";

  private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

  private FolderLock() {}

  /** This process has the lock. */
  public static void taken(Path data) {
    OURS.add(real(data));
  }

  public static void released(Path data) {
    OURS.remove(real(data));
  }

  public static boolean isHeld(Path data) {
    if (OURS.contains(real(data))) {
      return true;
    }
    Path file = data.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return false;
    }
    // Shared, so that two who look at once do not take each other for the daemon.
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, /* shared= */ true)) {
      return lock == null;
    } catch (OverlappingFileLockException _) {
      return true;
    } catch (IOException _) {
      // Not ours to open; then it is not ours to say.
      return false;
    }
  }

  private static Path real(Path data) {
    try {
      return data.toRealPath();
    } catch (IOException _) {
      return data.toAbsolutePath().normalize();
    }
  }
}
