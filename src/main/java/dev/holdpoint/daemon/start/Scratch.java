package dev.holdpoint.daemon.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** A folder for a while, that only its owner can look into. */
public record Scratch(Path path) implements AutoCloseable {
  public static Scratch create(String prefix) throws IOException {
    return new Scratch(Files.createTempDirectory(prefix).toAbsolutePath());
  }

  @Override
  public void close() throws IOException {
    List<Path> deepestFirst;
    try (var paths = Files.walk(path)) {
      deepestFirst = paths.toList().reversed();
    } catch (NoSuchFileException _) {
      return;
    }
    for (Path each : deepestFirst) {
      Files.deleteIfExists(each);
    }
  }
}
