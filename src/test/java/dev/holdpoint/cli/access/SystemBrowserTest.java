package dev.holdpoint.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a browser is opened, and when nobody would see it. */
class SystemBrowserTest {
  private static final String URL = "http://127.0.0.1:4747/ui/sign-in#code";

  @TempDir private Path folder = Path.of("");

  /** A program that notes what it was told to open. */
  private void program(String name, String end) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(
        file, "#!/bin/sh\nprintf '%s' \"$1\" > \"$(dirname \"$0\")/opened\"\n" + end + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private SystemBrowser browser(boolean terminal, String system, String variable) {
    Map<String, String> environment = new HashMap<>(Map.of("PATH", "/nowhere:" + folder));
    if (!variable.isEmpty()) {
      environment.put(variable, ":0");
    }
    return new SystemBrowser(terminal, system, environment);
  }

  @ParameterizedTest
  @CsvSource({
    "true,  Linux,    DISPLAY,         true",
    "true,  Linux,    WAYLAND_DISPLAY, true",
    "true,  Linux,    '',              false",
    "false, Linux,    DISPLAY,         false",
    "true,  Mac OS X, '',              true",
    "true,  Mac OS X, SSH_CONNECTION,  false",
    "false, Mac OS X, '',              false"
  })
  void it_is_opened_where_somebody_sits(
      boolean terminal, String system, String variable, boolean opens) throws IOException {
    program("xdg-open", "exit 0");
    program("open", "exit 0");

    assertThat(browser(terminal, system, variable).opens(URL)).isEqualTo(opens);

    Path opened = folder.resolve("opened");
    assertThat(Files.exists(opened)).isEqualTo(opens);
    if (opens) {
      assertThat(Files.readString(opened)).isEqualTo(URL);
    }
  }

  @Test
  void one_that_fails_or_is_not_there_opened_nothing() throws IOException {
    assertThat(browser(true, "Linux", "DISPLAY").opens(URL)).isFalse();
    program("xdg-open", "exit 3");
    assertThat(browser(true, "Linux", "DISPLAY").opens(URL)).isFalse();
  }
}
