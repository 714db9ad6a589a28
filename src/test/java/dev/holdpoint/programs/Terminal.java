package dev.holdpoint.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assumptions;

/** A person at a terminal in which a program runs. */
final class Terminal implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final Path shown;

  /** By {@code script} of util-linux; the test is skipped where there is none. */
  Terminal(Path folder, Path shown, Map<String, String> environment, String line)
      throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        new ProcessBuilder("script", "--version")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor()
            == 0,
        "there is no script of util-linux");
    this.shown = shown;
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of("script", "-qefc", "stty cols 120 rows 40; exec " + line, "/dev/null"))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(shown.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put("TERM", "xterm-256color");
    builder.environment().put("SHELL", "/bin/sh");
    process = builder.start();
  }

  /** All that has been on the screen, without what only moves and colours, in single spaces. */
  private String shown() {
    try {
      return new String(Files.readAllBytes(shown), StandardCharsets.UTF_8)
          .replaceAll("\u001b\\[[0-9;?]*[ -/]*[@-~]", " ")
          .replaceAll("\\s+", " ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void awaitShown(String words) {
    await(() -> shown().contains(words));
  }

  void press(String keys) throws IOException {
    Writer writer = process.outputWriter(StandardCharsets.UTF_8);
    writer.append(keys).flush();
  }

  /** Waits until it is so; the message shows the screen. */
  void await(BooleanSupplier so) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!so.getAsBoolean()) {
      if (System.nanoTime() > end || !process.isAlive()) {
        throw new AssertionError("the terminal shows: " + shown());
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
