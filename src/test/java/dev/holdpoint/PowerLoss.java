package dev.holdpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a loss of power leaves of a daemon on SQLite that writes nothing at the moment: its data
 * folder as it is.
 */
public final class PowerLoss {
  private PowerLoss() {}

  /** Copies the folder; what was in the other is gone. */
  public static void copy(Path from, Path to) throws IOException {
    if (Files.exists(to)) {
      for (Path old : all(to).sorted(Comparator.reverseOrder()).toList()) {
        if (!old.equals(to)) {
          Files.delete(old);
        }
      }
    }
    for (Path file : all(from).toList()) {
      Path target = to.resolve(from.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(target);
        Files.setPosixFilePermissions(target, Files.getPosixFilePermissions(file));
      } else if (Files.isRegularFile(file)) {
        Files.copy(file, target);
      }
    }
  }

  private static Stream<Path> all(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return List.copyOf(files.toList()).stream();
    }
  }
}
