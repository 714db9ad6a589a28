package dev.holdpoint.cli.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program that is run to see what it does. It reads from and writes to files: a child that it
 * leaves behind cannot hold up whoever reads.
 */
final class Subprocess implements AutoCloseable {
  private final Path folder;
  private final Process process;

  private Subprocess(Path folder, Process process) {
    this.folder = folder;
    this.process = process;
  }

  /**
   * @param exitCode -1 if it had to be ended
   */
  record Ended(int exitCode, String out, String err) {
    boolean isLate() {
      return exitCode == -1;
    }
  }

  static Subprocess start(
      List<String> command, Map<String, String> environment, Path in, String input)
      throws IOException {
    Path folder = Files.createTempDirectory("holdpoint-check");
    try {
      Path stdin = Files.writeString(folder.resolve("in"), input);
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(in.toAbsolutePath().toFile())
              .redirectInput(stdin.toFile())
              .redirectOutput(folder.resolve("out").toFile())
              .redirectError(folder.resolve("err").toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      return new Subprocess(folder, builder.start());
    } catch (IOException e) {
      clear(folder);
      throw e;
    }
  }

  static Ended run(
      List<String> command, Map<String, String> environment, String input, Duration timeout)
      throws IOException, InterruptedException {
    try (Subprocess one =
        start(command, environment, Path.of(System.getProperty("java.io.tmpdir")), input)) {
      return one.await(timeout);
    }
  }

  /** Waits at most so long. */
  void awaitEnd(Duration longest) throws InterruptedException {
    process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Ends it when it takes longer. */
  Ended await(Duration timeout) throws IOException, InterruptedException {
    boolean ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    if (!ended) {
      end();
      process.waitFor();
    }
    return new Ended(ended ? process.exitValue() : -1, text("out"), text("err"));
  }

  private String text(String name) throws IOException {
    return new String(Files.readAllBytes(folder.resolve(name)), UTF_8);
  }

  private void end() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override
  public void close() {
    end();
    clear(folder);
  }

  static void clear(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(one);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
