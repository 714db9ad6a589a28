package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A conformance suite of the Model Context Protocol. It comes from npm, as {@code
 * src/test/conformance} pins it, and so does the Node.js that it takes ({@code src/test/node}).
 */
final class ConformanceSuite {
  private static final Path PINNED = Path.of("src", "test", "conformance");
  private static final Path PLACE = Path.of("target", "conformance").toAbsolutePath();

  /** Shared with the programs of {@code bin/generated-clients}, which installs it alike. */
  private static final Path PINNED_NODE = Path.of("src", "test", "node");

  private static final Path NODE = Path.of("target", "node").toAbsolutePath();
  private static final Pattern NAME = Pattern.compile("^ +- ([a-z0-9-]+)");
  private static final int PATIENCE_S = 300;

  private final Path program;

  private ConformanceSuite(Path program) {
    this.program = program;
  }

  record Ran(int exitCode, String said) {}

  /** Installs what is not there yet; several JVMs may want it at once. */
  static synchronized ConformanceSuite of(String packageName) throws IOException {
    Path lock = PLACE.resolveSibling("conformance.lock");
    try (FileChannel door =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = door.lock()) {
      install(PINNED, PLACE);
      install(PINNED_NODE, NODE);
    }
    return new ConformanceSuite(
        PLACE.resolve("node_modules").resolve(packageName).resolve("dist/index.js"));
  }

  /** The names of all scenarios that it has for servers. */
  Set<String> scenarios() throws IOException {
    Set<String> named = new TreeSet<>();
    run("list", "--server")
        .said()
        .lines()
        .map(NAME::matcher)
        .filter(Matcher::find)
        .forEach(found -> named.add(found.group(1)));
    return named;
  }

  Ran run(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(node(), program.toString()));
    command.addAll(List.of(arguments));
    return run(PLACE, command);
  }

  /** Once for a checkout, and again when another version is pinned. */
  private static void install(Path pinned, Path place) throws IOException {
    String lock = "package-lock.json";
    Path done = place.resolve("installed.json");
    if (Files.exists(done) && Files.mismatch(done, pinned.resolve(lock)) < 0) {
      return;
    }
    Files.createDirectories(place);
    for (String name : List.of("package.json", lock)) {
      Files.copy(pinned.resolve(name), place.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
    // Nothing that comes along is to run before it is asked for.
    Ran ran = run(place, List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"));
    assertThat(ran.exitCode())
        .as(
            "npm could not install %s; does this machine reach its registry?\n%s",
            pinned, ran.said())
        .isZero();
    Files.copy(pinned.resolve(lock), done, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Of the packages that hold one for each kind of machine, npm installs the one that fits. */
  private static String node() throws IOException {
    try (Stream<Path> packages = Files.list(NODE.resolve("node_modules"))) {
      return packages
          .map(one -> one.resolve("bin").resolve("node"))
          .filter(Files::isExecutable)
          .findFirst()
          .map(Path::toString)
          .orElse("node");
    }
  }

  private static Ran run(Path folder, List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    // Node.js compiles the suite once, not for each scenario.
    builder.environment().put("NODE_COMPILE_CACHE", PLACE.resolve("compiled").toString());
    Process process = builder.start();
    try {
      // What hangs would never end its output.
      process
          .onExit()
          .orTimeout(PATIENCE_S, TimeUnit.SECONDS)
          .exceptionally(_ -> process.destroyForcibly().onExit().join());
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
        throw new IOException("it did not end: " + String.join(" ", command));
      }
      return new Ran(process.exitValue(), said);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      process.destroyForcibly();
    }
  }
}
