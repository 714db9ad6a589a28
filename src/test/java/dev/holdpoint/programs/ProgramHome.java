package dev.holdpoint.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** The home of a person who uses one program, and the project in which they use it. */
final class ProgramHome {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final RealProgram program;
  private final Path folder;
  private final Map<String, String> environment = new TreeMap<>();

  ProgramHome(RealProgram program, Path folder, String provider) throws IOException {
    Packages.need(program.npmPackage(), program.file());
    this.program = program;
    this.folder = folder;
    Files.createDirectories(project());
    Path commands = Packages.commands(commands(), List.of(program));
    environment.putAll(RealProgram.alone());
    environment.put("HOME", home().toString());
    environment.put(
        "PATH",
        String.join(
            ":",
            commands.toString(),
            Packages.node().resolveSibling("").toString(),
            "/usr/local/bin:/usr/bin:/bin"));
    Files.createDirectories(home());
    program.setUp(home(), provider, environment);
  }

  Path home() {
    return folder.resolve("home");
  }

  Path project() {
    return folder.resolve("project");
  }

  private Path commands() {
    return folder.resolve("bin");
  }

  /** What starts this program here. */
  Path command(RealProgram other) {
    return commands().resolve(other.command());
  }

  Map<String, String> environment() {
    return environment;
  }

  /** What a program said, and how it ended. */
  record Ended(int exitCode, String out, String err) {
    String said() {
      return out + "\n" + err;
    }
  }

  /** A program at work. */
  final class Running implements AutoCloseable {
    private final Process process;

    private Running(Process process) {
      this.process = process;
    }

    Ended awaitEnd() throws IOException, InterruptedException {
      boolean ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (!ended) {
        close();
      }
      Ended how =
          new Ended(
              ended ? process.exitValue() : -1,
              Files.readString(folder.resolve("out")),
              Files.readString(folder.resolve("err")));
      if (!ended) {
        throw new AssertionError(program + " does not end: " + how.said());
      }
      return how;
    }

    @Override
    public void close() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** The program, told to do what a script says. */
  Running begin(String... script) throws IOException {
    return startProgram(program.asked(String.join("\n", script)));
  }

  /** The same in the session that was last here. */
  Running resume(String... script) throws IOException {
    return startProgram(program.askedAgain(String.join("\n", script)));
  }

  private Running startProgram(List<String> arguments) throws IOException {
    List<String> words = new ArrayList<>(List.of(program.command()));
    words.addAll(arguments);
    return start(words);
  }

  Ended run(String... words) throws IOException, InterruptedException {
    try (Running running = start(List.of(words))) {
      return running.awaitEnd();
    }
  }

  Running start(String... words) throws IOException {
    return start(List.of(words));
  }

  private Running start(List<String> words) throws IOException {
    List<String> line = new ArrayList<>(words);
    Path own = commands().resolve(words.getFirst());
    if (Files.exists(own)) {
      line.set(0, own.toString());
    }
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(project().toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return new Running(builder.start());
  }

  boolean has(String file) {
    return Files.exists(project().resolve(file));
  }
}
