package dev.holdpoint.daemon.config;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration is read from, weakest first.
 *
 * @param file the file named by {@code --config}, or null to look into the data folder
 * @param environment all variables; those that are not ours are passed over
 * @param flags values by key: {@code port} → {@code 4800}
 * @param workingFolder what relative paths of variables and flags start from
 */
public record ConfigSources(
    @Nullable Path file,
    Map<String, String> environment,
    Map<String, String> flags,
    Path workingFolder) {

  /** Those of this process. */
  public static ConfigSources ofProcess(@Nullable Path file, Map<String, String> flags) {
    return new ConfigSources(file, System.getenv(), flags, Path.of("").toAbsolutePath());
  }
}
