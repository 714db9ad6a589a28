package dev.holdpoint.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is compiled after an edit, in a small project that has been built before. */
class RecompileTest {
  private static final Instant BUILT = Instant.parse("2020-01-01T12:00:00Z");

  @TempDir private static Path program;

  @TempDir private Path root;

  private record Outcome(int exitCode, String said) {}

  /** Once: a start from the source compiles it each time. */
  @BeforeAll
  static void compile() {
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", "" + program, "bin/Recompile.java"))
        .isZero();
  }

  @BeforeEach
  void build() throws IOException {
    source("A", "class A { static final int N = 1; static int twice(int n) { return n + n; } }");
    source("B", "class B { static int b() { return A.twice(A.N); } }");
    source("C", "class C { Runnable c() { return new Runnable() { public void run() {} }; } }");
    write("src/main/resources/page.txt", "old");
    Files.createDirectories(root.resolve("target/lib"));
    Files.createDirectories(root.resolve("target/classes"));
    List<String> words = new ArrayList<>(List.of("-proc:none", "-d", "" + classes()));
    files("src/main/java").forEach(file -> words.add(file.toString()));
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, words.toArray(String[]::new)))
        .isZero();
    write("target/classes/page.txt", "old");
    write(
        "target/main.stamp",
        files("src").map(file -> root.relativize(file) + "\n").collect(Collectors.joining()));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "dev.A");
    try (JarOutputStream jar =
        new JarOutputStream(
            Files.newOutputStream(root.resolve("target/holdpoint.jar")), manifest)) {
      jar.putNextEntry(new JarEntry("old"));
    }
    for (Path file : files("").toList()) {
      Files.setLastModifiedTime(file, FileTime.from(BUILT));
    }
    for (Path file : files("src").toList()) {
      Files.setLastModifiedTime(file, FileTime.from(BUILT.minusSeconds(60)));
    }
  }

  private Path classes() {
    return root.resolve("target/classes");
  }

  private void source(String name, String text) throws IOException {
    write("src/main/java/dev/" + name + ".java", "package dev; " + text);
  }

  private void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Stream<Path> files(String below) throws IOException {
    try (Stream<Path> all = Files.walk(root.resolve(below))) {
      return all.filter(Files::isRegularFile).toList().stream();
    }
  }

  private Outcome recompile() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                program.toString(),
                "Recompile",
                "main")
            .directory(root.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), said);
  }

  /** The classes that are not as old as the build. */
  private List<String> compiled() throws IOException {
    List<String> names = new ArrayList<>();
    for (Path file : files("target/classes").sorted().toList()) {
      if (Files.getLastModifiedTime(file).toInstant().isAfter(BUILT.plusSeconds(60))) {
        names.add(file.getFileName().toString());
      }
    }
    return names;
  }

  private Map<String, String> jar() throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (JarFile jar = new JarFile(root.resolve("target/holdpoint.jar").toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class")).isEqualTo("dev.A");
      for (JarEntry entry : jar.stream().toList()) {
        byte[] bytes = jar.getInputStream(entry).readAllBytes();
        all.put(entry.getName(), new String(bytes, StandardCharsets.ISO_8859_1));
      }
    }
    return all;
  }

  @Test
  void an_edit_that_no_other_class_can_see_compiles_its_own_file_alone() throws Exception {
    source("A", "class A { static final int N = 1; static int twice(int n) { return 2 * n; } }");
    source("C", "class C { Runnable c() { return () -> {}; } }");

    assertThat(recompile().exitCode()).isZero();

    assertThat(compiled()).containsExactly("A.class", "C.class");
    assertThat(classes().resolve("dev/C$1.class")).doesNotExist();
    assertThat(jar())
        .containsOnlyKeys(
            "META-INF/MANIFEST.MF",
            "dev/",
            "dev/A.class",
            "dev/B.class",
            "dev/C.class",
            "page.txt");

    assertThat(recompile()).isEqualTo(new Outcome(0, ""));
  }

  @Test
  void a_constant_that_changes_is_compiled_into_all_who_use_it() throws Exception {
    source("A", "class A { static final int N = 2; static int twice(int n) { return n + n; } }");

    assertThat(recompile().exitCode()).isZero();

    assertThat(compiled()).contains("A.class", "B.class", "C.class");
  }

  @Test
  void a_method_that_others_miss_is_told_and_replaces_nothing() throws Exception {
    source("A", "class A { static final int N = 1; }");

    Outcome outcome = recompile();

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.said()).contains("B.java", "twice");
    assertThat(compiled()).isEmpty();
    assertThat(jar()).containsKey("old");

    source("A", "class A { static final int N = 1; static int twice(int n) { return n; } }");
    assertThat(recompile().exitCode()).isZero();
    assertThat(compiled()).containsExactly("A.class");
  }

  @Test
  void what_is_removed_is_gone_and_what_is_added_is_there() throws Exception {
    Files.delete(root.resolve("src/main/java/dev/C.java"));
    source("D", "class D { int d = A.N; }");
    write("src/main/resources/page.txt", "new");

    assertThat(recompile().exitCode()).isZero();

    assertThat(jar())
        .containsOnlyKeys(
            "META-INF/MANIFEST.MF", "dev/", "dev/A.class", "dev/B.class", "dev/D.class", "page.txt")
        .containsEntry("page.txt", "new");
  }

  @Test
  void without_a_word_on_what_was_built_it_is_left_to_maven() throws Exception {
    Files.delete(root.resolve("target/main.stamp"));

    assertThat(recompile().exitCode()).isEqualTo(3);
    assertThat(compiled()).isEmpty();
  }
}
