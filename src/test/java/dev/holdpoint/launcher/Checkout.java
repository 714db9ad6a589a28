package dev.holdpoint.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A checkout in a folder of its own, with our real scripts and with a Maven and JDKs that are small
 * scripts. Its PATH leads to the tools that the launcher may use and to nothing else, so what this
 * machine has installed does not matter.
 */
final class Checkout {
  private static final List<String> TOOLS =
      List.of(
          "cat",
          "date",
          "dirname",
          "env",
          "find",
          "grep",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "rmdir",
          "sh",
          "sleep",
          "tail",
          "touch",
          "tr");

  final Path root;
  private final Path tools;
  private final Path jdks;
  final Map<String, String> environment = new HashMap<>();

  Checkout(Path folder) throws IOException {
    // With a space, as on many people's machines.
    root = Files.createDirectories(folder.resolve("hold point"));
    tools = Files.createDirectories(folder.resolve("tools"));
    jdks = Files.createDirectories(folder.resolve("all jdks"));
    Files.createDirectories(root.resolve("bin"));
    for (String script : List.of("holdpoint", "find-jdk", "build", "Recompile.java")) {
      Files.copy(Path.of("bin", script), root.resolve("bin").resolve(script));
    }
    Files.createDirectories(root.resolve("src/main/java"));
    Files.createDirectories(root.resolve("src/main/resources"));
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    for (String tool : TOOLS) {
      Path real =
          Stream.of("/usr/bin", "/bin")
              .map(f -> Path.of(f, tool))
              .filter(Files::exists)
              .findFirst()
              .orElseThrow(() -> new IOException(tool + " is needed by the launcher"));
      Files.createSymbolicLink(tools.resolve(tool), real);
    }
    environment.put("PATH", tools.toString());
    environment.put("HOME", folder.resolve("home").toString());
    environment.put("HOLDPOINT_JAVA_SEARCH", jdks.toString());
  }

  Path launcher() {
    return root.resolve("bin/holdpoint");
  }

  Path target() {
    return root.resolve("target");
  }

  Path jar() {
    return target().resolve("holdpoint.jar");
  }

  /**
   * A JDK that says it is {@code version}. It notes each time that it is asked who it is in {@code
   * asked}, each training in {@code trained} and each compilation after an edit in {@code
   * recompiled}, which ends with the code in {@code recompiles}; otherwise it prints its process
   * number and arguments.
   */
  Path jdk(String folderName, int version) throws IOException {
    Path home = jdks.resolve(folderName);
    script(home.resolve("bin/javac"), "");
    script(
        home.resolve("bin/java"),
        """
        case "$*" in
          *-XshowSettings:properties*)
            echo x >>"%1$s/asked"
            printf '    java.home = %%s\\n' "%1$s" >&2
            printf '    java.specification.version = %2$d\\n    java.vm.version = %2$d+1\\n' >&2
            printf '    os.arch = test\\n' >&2 ;;
          *-XX:AOTCacheOutput=*)
            echo x >>"%1$s/trained"
            [ ! -e "%1$s/cannot-train" ] || exit 1
            for a; do case $a in -XX:AOTCacheOutput=*) echo cache >"${a#*=}" ;; esac; done ;;
          *bin/Recompile.java*)
            echo "$*" >>"%1$s/recompiled"
            [ ! -e "%1$s/recompiles" ] || exit "$(cat "%1$s/recompiles")" ;;
          *) echo "pid $$"; printf '%%s\\n' "$@" ;;
        esac
        """
            .formatted(home, version));
    return home;
  }

  /** A JDK of another machine: it is there, and cannot be run. */
  void jdkThatDoesNotRun(String folderName) throws IOException {
    script(jdks.resolve(folderName).resolve("bin/javac"), "");
    script(jdks.resolve(folderName).resolve("bin/java"), "exit 126");
  }

  /**
   * A Maven that notes each call in {@code target/builds}, does {@code body}, then makes the jar.
   */
  void maven(String body) throws IOException {
    script(
        tools.resolve("mvn"),
        """
        echo "$JAVA_HOME $*" >>target/builds
        %s
        echo jar >target/holdpoint.jar
        """
            .formatted(body));
  }

  void onPath(String name, Path file) throws IOException {
    Files.createSymbolicLink(tools.resolve(name), file);
  }

  List<String> builds() throws IOException {
    return Files.readAllLines(target().resolve("builds"));
  }

  Process start(Path command, String... args) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(Stream.concat(Stream.of(command.toString()), Stream.of(args)).toList());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.directory(tools.toFile());
    return builder.start();
  }

  Outcome run(String... args) throws Exception {
    return outcome(start(launcher(), args));
  }

  static Outcome outcome(Process process) throws Exception {
    process.getOutputStream().close();
    // Small outputs: both fit into the pipes.
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("The launcher did not end");
    }
    return new Outcome(
        process.pid(),
        process.exitValue(),
        new String(process.getInputStream().readAllBytes(), UTF_8),
        new String(process.getErrorStream().readAllBytes(), UTF_8));
  }

  record Outcome(long pid, int exitCode, String out, String err) {}

  private static void script(Path file, String body) throws IOException {
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
