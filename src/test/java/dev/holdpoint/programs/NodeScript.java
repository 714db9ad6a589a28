package dev.holdpoint.programs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A program of {@code src/test/agents} at work, beside the packages, where Node.js finds them. */
final class NodeScript implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final Process process;

  NodeScript(Path folder, String script, List<String> arguments) throws IOException {
    Path place = Packages.folder().resolveSibling("scripts");
    Files.createDirectories(place);
    for (String file : List.of("person.mjs", script)) {
      Files.copy(
          Path.of("src", "test", "agents", file),
          place.resolve(file),
          StandardCopyOption.REPLACE_EXISTING);
    }
    List<String> words =
        new ArrayList<>(List.of(Packages.node().toString(), place.resolve(script).toString()));
    words.addAll(arguments);
    process =
        new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true).start();
    // One that waits for ever is ended by the patience of the test.
    Thread.ofVirtual().start(this::end);
  }

  private void end() {
    try {
      if (!process.waitFor(PATIENCE)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The next line that it says, while it goes on. */
  String line() throws IOException {
    return String.valueOf(process.inputReader(StandardCharsets.UTF_8).readLine());
  }

  /** Says a line to it, and waits until it has done what that says. */
  void say(String command) throws IOException {
    process.outputWriter(StandardCharsets.UTF_8).append(command).append('\n').flush();
    lineFrom("done");
  }

  /** The next line that begins so; libraries talk in between. */
  String lineFrom(String beginning) throws IOException {
    String line = line();
    while (!line.startsWith(beginning)) {
      if (line.equals("null")) {
        throw new IOException("it has ended without " + beginning);
      }
      line = line();
    }
    return line;
  }

  /** All else that it says until it ends as it should. */
  String awaitEnd() throws IOException, InterruptedException {
    StringBuilder said = new StringBuilder();
    process
        .inputReader(StandardCharsets.UTF_8)
        .lines()
        .forEach(line -> said.append(line).append('\n'));
    if (process.waitFor() != 0) {
      throw new AssertionError(said.toString());
    }
    return said.toString();
  }

  /** SIGKILL, if it has not ended. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
