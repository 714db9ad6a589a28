package dev.holdpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Folders for the data of tests. They lie in memory, where a commit does not wait for a disk; a
 * test of processes that are killed, and of what a disk keeps, gets a real one.
 */
public final class Folders implements TempDirFactory {
  private static final Path DISK = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();

  /** {@code ./test} names a folder in memory and removes it at the end. */
  private static final Path MEMORY =
      Path.of(System.getProperty("holdpoint.test.memory", DISK.toString()));

  /** What the {@code @TempDir} of a test without a factory of its own is made by. */
  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
      throws IOException {
    boolean processes = test.getRequiredTestClass().getSimpleName().endsWith("IT");
    return Files.createTempDirectory(processes ? DISK : MEMORY, "junit-");
  }

  /** For {@code @TempDir(factory = …)}: on a disk, whatever the test. */
  public static final class OnDisk implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
        throws IOException {
      return Files.createTempDirectory(DISK, "junit-");
    }
  }

  /** A new folder that stays until all tests have run. */
  public static Path inMemory(String prefix) {
    try {
      return Files.createTempDirectory(MEMORY, prefix);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where folders in memory lie. */
  public static Path memory() {
    return MEMORY;
  }
}
