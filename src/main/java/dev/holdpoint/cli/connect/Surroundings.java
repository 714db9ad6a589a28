package dev.holdpoint.cli.connect;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a command finds around itself.
 *
 * @param environment all variables of the process
 */
record Surroundings(Path home, Map<String, String> environment) {
  Surroundings {
    environment = Map.copyOf(environment);
  }

  static Surroundings ofProcess() {
    // The programs look at HOME; the JVM's own idea of a home comes from the list of users.
    String home = System.getenv().getOrDefault("HOME", "");
    return new Surroundings(
        Path.of(home.isBlank() ? System.getProperty("user.home", "") : home), System.getenv());
  }

  /** A variable that is set to something. */
  @Nullable String variable(String name) {
    String value = environment.get(name);
    return value == null || value.isBlank() ? null : value;
  }

  /** Where the PATH has this program. */
  Optional<Path> program(String name) {
    for (String folder : environment.getOrDefault("PATH", "").split(":", -1)) {
      try {
        Path file = Path.of(folder.isEmpty() ? "." : folder, name);
        if (Files.isRegularFile(file) && Files.isExecutable(file)) {
          return Optional.of(file);
        }
      } catch (InvalidPathException _) {
        // No shell would find anything there either.
      }
    }
    return Optional.empty();
  }
}
