package dev.holdpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares text with a file of the checkout; {@code -Dupdate.golden=true} rewrites the file
 * instead.
 */
public final class Golden {
  private Golden() {}

  public static void check(Path file, String actual) throws IOException {
    if (Boolean.getBoolean("update.golden")) {
      Files.createDirectories(file.resolveSibling("."));
      Files.writeString(file, actual);
    }
    assertThat(Files.exists(file) ? Files.readString(file) : "")
        .as(
            "%s is written by the code. Look at the difference; if it is meant, run the test with"
                + " -Dupdate.golden=true and commit the file",
            file)
        .isEqualTo(actual);
  }
}
