package dev.holdpoint.cli.access;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The browser of whoever sits at this machine.
 *
 * @param terminal whether somebody reads what is printed
 * @param system what the operating system calls itself
 */
record SystemBrowser(boolean terminal, String system, Map<String, String> environment) {
  private static final long PATIENCE_SECONDS = 5;

  SystemBrowser {
    environment = Map.copyOf(environment);
  }

  static SystemBrowser ofProcess() {
    return new SystemBrowser(
        Boolean.getBoolean("holdpoint.stdout.terminal"),
        System.getProperty("os.name", ""),
        System.getenv());
  }

  /** Whether a browser has been told to show it; false where there is none or nobody to see it. */
  boolean opens(String url) {
    File opener = terminal ? opener() : null;
    if (opener == null) {
      return false;
    }
    try {
      Process process =
          new ProcessBuilder(opener.getPath(), url)
              .redirectInput(Redirect.from(new File("/dev/null")))
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start();
      // Some only hand over and end, and some are the browser itself.
      return !process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private @Nullable File opener() {
    if (system.toLowerCase(Locale.ROOT).startsWith("mac")) {
      // Over SSH the screen is somebody else's, or nobody's.
      return has("SSH_CONNECTION") ? null : found("open");
    }
    return has("DISPLAY") || has("WAYLAND_DISPLAY") ? found("xdg-open") : null;
  }

  private boolean has(String variable) {
    return !environment.getOrDefault(variable, "").isEmpty();
  }

  private @Nullable File found(String program) {
    for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      File file = new File(folder, program);
      if (!folder.isEmpty() && file.isFile() && file.canExecute()) {
        return file;
      }
    }
    return null;
  }
}
