package dev.holdpoint.agent.world;

import dev.holdpoint.agent.process.Posix;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Opens a file of a workspace in which another program may put something else in its place at any
 * moment. What was opened is asked what it is, not its name: a FIFO or a device is never waited
 * for, and what a link leads to is never read.
 */
final class RegularFile implements AutoCloseable {
  /** A file that is replaced by another at this very moment is one of the two at the next look. */
  private static final int LOOKS = 3;

  private final int descriptor;
  private final Path behind;

  private RegularFile(int descriptor) {
    this.descriptor = descriptor;
    this.behind = Path.of("/dev/fd/" + descriptor);
  }

  /**
   * There is something that is no regular file, or that is reached by another way than its name.
   */
  static final class Special extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * @param file a path without links
   * @throws NoSuchFileException when nothing is there
   * @throws Special when it is no regular file
   */
  static RegularFile open(Path file) throws IOException {
    for (int look = 1; ; look++) {
      BasicFileAttributes named = attributes(file);
      if (!named.isRegularFile()) {
        throw new Special();
      }
      int descriptor = Posix.openWithoutWaiting(file.toString());
      if (descriptor >= 0) {
        RegularFile opened = new RegularFile(descriptor);
        if (opened.isAt(file)) {
          return opened;
        }
        opened.close();
      }
      if (look == LOOKS) {
        throw descriptor < 0 ? new IOException("The file cannot be opened.") : new Special();
      }
    }
  }

  private static BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether what was opened is what is there under the name, without a link on the way. */
  private boolean isAt(Path file) {
    try {
      BasicFileAttributes opened = Files.readAttributes(behind, BasicFileAttributes.class);
      return opened.isRegularFile()
          && Objects.equals(opened.fileKey(), attributes(file).fileKey())
          && file.toRealPath().equals(file)
          && isPlace(file);
    } catch (IOException e) {
      return false;
    }
  }

  /** Where the system says so, the place of what was opened; elsewhere a descriptor has none. */
  private boolean isPlace(Path file) throws IOException {
    Path place = behind.toRealPath();
    return place.startsWith("/dev/fd") || place.equals(file);
  }

  /** It can be read without waiting: it is a regular file. */
  InputStream read() throws IOException {
    return Files.newInputStream(behind);
  }

  /**
   * All of a file that has at most so many bytes.
   *
   * @return null when it has more
   */
  static byte @Nullable [] bytes(Path file, int most) throws IOException {
    try (RegularFile opened = open(file);
        InputStream in = opened.read()) {
      byte[] bytes = in.readNBytes(most + 1);
      return bytes.length > most ? null : bytes;
    }
  }

  @Override
  public void close() {
    Posix.close(descriptor);
  }
}
