package dev.holdpoint.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code src/test/agents} pins, where {@code ./test --agents} has installed it. */
final class Packages {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Path PLACE = Path.of("target", "agents").toAbsolutePath();
  private static final Path NODE = Path.of("target", "node").toAbsolutePath();

  /** What these packages only start, which npm has for some kinds of machines. */
  private static final Map<String, String> STARTED =
      Map.of(
          "@openai/codex", "@openai/codex-%s",
          "@agentclientprotocol/codex-acp", "@openai/codex-%s",
          "@agentclientprotocol/claude-agent-acp", "@anthropic-ai/claude-agent-sdk-%s");

  private Packages() {}

  static Path folder() {
    return PLACE.resolve("node_modules");
  }

  /** As npm names it in packages for one kind of machine. */
  static String machine() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch");
    return (system.contains("mac") ? "darwin" : "linux")
        + "-"
        + (processor.equals("aarch64") ? "arm64" : "x64");
  }

  /** Skips the test by name where the package cannot be had. */
  static void need(String npmPackage, Path file) {
    Assumptions.assumeTrue(
        isThere(npmPackage, file), () -> "npm has no " + npmPackage + " for this machine");
  }

  static boolean isThere(String npmPackage, Path file) {
    String started = STARTED.get(npmPackage);
    return Files.exists(folder().resolve(file))
        && (started == null || Files.exists(folder().resolve(started.formatted(machine()))));
  }

  static String version(String npmPackage) throws IOException {
    JsonNode described =
        JSON.readTree(Files.readString(folder().resolve(npmPackage).resolve("package.json")));
    return described.path("version").asString();
  }

  static Path node() throws IOException {
    try (Stream<Path> found = Files.list(NODE.resolve("node_modules"))) {
      return found
          .map(one -> one.resolve("bin").resolve("node"))
          .filter(Files::isExecutable)
          .findFirst()
          .orElseThrow(() -> new IOException("there is no Node.js; run ./test --agents"));
    }
  }

  /** A folder for a PATH in which these files are commands. */
  static Path commands(Path place, List<RealProgram> programs) throws IOException {
    Files.createDirectories(place);
    for (RealProgram program : programs) {
      command(place, program.command(), program.file());
    }
    return place;
  }

  static Path command(Path place, String name, Path file) throws IOException {
    Files.createDirectories(place);
    Path program = folder().resolve(file);
    String start =
        file.toString().endsWith(".js")
            ? "'%s' '%s'".formatted(node(), program)
            : "'" + program + "'";
    Path command = place.resolve(name);
    Files.writeString(command, "#!/bin/sh\nexec " + start + " \"$@\"\n");
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
    return command;
  }
}
