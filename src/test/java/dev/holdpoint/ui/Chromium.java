package dev.holdpoint.ui;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The browser that is installed on this machine, started once for all tests of this JVM. It ends
 * with the JVM, whose pipe it reads.
 */
final class Chromium {
  /** The first has all that the page uses and takes the least of the processor. */
  private static final List<String> NAMES =
      List.of(
          "chromium-headless-shell",
          "chromium",
          "chromium-browser",
          "google-chrome",
          "google-chrome-stable");

  private static final double PATIENCE_MS = 30_000;

  private static @Nullable Browser shared;

  private Chromium() {}

  static synchronized Browser shared() {
    if (shared == null) {
      // Others may use the processor too.
      PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
      Playwright playwright =
          Playwright.create(
              new Playwright.CreateOptions()
                  .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
      shared =
          playwright
              .chromium()
              .launch(
                  new BrowserType.LaunchOptions()
                      .setExecutablePath(installed())
                      .setArgs(
                          List.of(
                              "--no-sandbox",
                              "--disable-gpu",
                              "--disable-quic",
                              "--no-first-run",
                              // A tab that comes back to the page finds its process there.
                              "--process-per-site",
                              "--disable-background-networking",
                              "--disable-component-update",
                              "--disable-sync")));
    }
    return shared;
  }

  private static Path installed() {
    String[] folders = System.getenv("PATH").split(File.pathSeparator, -1);
    return NAMES.stream()
        .flatMap(name -> Arrays.stream(folders).map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("the tests of the page need chromium; install it"));
  }
}
