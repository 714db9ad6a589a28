package dev.holdpoint.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A bug that is put into the program: a piece of one source file and what stands there instead. The
 * file is compiled into a folder that comes before the program on the class path.
 *
 * @param file below {@code src/main/java}
 * @param finds what one of the violations has to say
 */
public record Planted(String name, String file, Pattern finds, List<Change> changes) {
  private static final Path BUGS = Path.of("src/test/resources/dev/holdpoint/chaos");
  private static final Path OF_POLICIES = Path.of("src/test/resources/dev/holdpoint/simulation");
  private static final Path SOURCES = Path.of("src/main/java");
  private static final String ENDING = ".bug";
  private static final String MAIN = "dev.holdpoint.daemon.Main";

  /** What stands in the file, and what is to stand there. */
  public record Change(String old, String now) {}

  static List<Planted> all() throws IOException {
    return in(BUGS);
  }

  /** Those about votes and stages, which the simulation has to find. */
  public static List<Planted> ofPolicies() throws IOException {
    List<Planted> all = new ArrayList<>(in(OF_POLICIES));
    all.add(read(BUGS.resolve("vote-counted-twice" + ENDING)));
    return all;
  }

  private static List<Planted> in(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Planted> all = new ArrayList<>();
      for (Path file : files.filter(one -> one.toString().endsWith(ENDING)).sorted().toList()) {
        all.add(read(file));
      }
      return all;
    }
  }

  /** The first line names the file; the others are parts, each under its name. */
  private static Planted read(Path bug) throws IOException {
    String name = bug.getFileName().toString().replace(ENDING, "").replace('-', ' ');
    String file = "";
    String finds = "";
    List<Change> changes = new ArrayList<>();
    String old = "";
    for (String part : Files.readString(bug).split("(?m)^--- ", -1)) {
      int end = part.indexOf('\n') + 1;
      String title = part.substring(0, end).strip();
      String text = part.substring(end).replaceFirst("\n$", "");
      switch (title) {
        case "finds" -> finds = text.strip();
        case "old" -> old = text;
        case "new" -> changes.add(new Change(old, text));
        default -> file = title;
      }
    }
    return new Planted(name, file, Pattern.compile(finds), changes);
  }

  /** The changed source; fails when what is to be replaced is not there, or more than once. */
  String source() throws IOException {
    String source = Files.readString(SOURCES.resolve(file));
    for (Change change : changes) {
      int at = source.indexOf(change.old);
      if (at < 0 || source.indexOf(change.old, at + 1) >= 0) {
        throw new AssertionError(
            "\"%s\" has to change %s, which does not say once:%n%s"
                .formatted(name, file, change.old));
      }
      source = source.replace(change.old, change.now);
    }
    return source;
  }

  /** Compiles it, and gives the folder of its classes. */
  public Path classes(Path folder) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Path changed = folder.resolve("src").resolve(file);
    Files.createDirectories(changed.getParent());
    Files.writeString(changed, source());
    compile(changed, classes);
    return classes;
  }

  /** Compiles it, and gives a program that is called as {@code bin/holdpoint} is. */
  Path program(Path folder) throws IOException {
    Path classes = classes(folder);
    Path program = folder.resolve("holdpoint");
    Files.writeString(
        program,
        """
        #!/bin/sh
        exec "%s/bin/java" --enable-native-access=ALL-UNNAMED -XX:+UseSerialGC $HOLDPOINT_JAVA_OPTS \\
          -cp "%s:%s" %s "$@"
        """
            .formatted(
                System.getProperty("java.home"),
                classes.toAbsolutePath(),
                Path.of("target/holdpoint.jar").toAbsolutePath(),
                MAIN));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return program;
  }

  private void compile(Path changed, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String libraries;
    try (Stream<Path> jars = Files.list(Path.of("target/lib"))) {
      libraries = jars.map(Path::toString).sorted().collect(Collectors.joining(":"));
    }
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, Locale.ROOT, null)) {
      List<String> options =
          List.of(
              "-proc:none",
              "-nowarn",
              "-d",
              classes.toString(),
              "-cp",
              "target/classes:" + libraries);
      boolean compiled =
          compiler
              .getTask(null, files, null, options, null, files.getJavaFileObjects(changed))
              .call();
      if (!compiled) {
        throw new AssertionError("\"%s\" does not compile".formatted(name));
      }
    }
  }
}
