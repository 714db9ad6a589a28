package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What starts and kills leave in the temporary folder: nothing. */
final class SqliteLibraryIT {
  private static final String DEAD =
      "sqlite-3.53.4.0-0d3c9a55-3a2b-4b61-9a55-5a3c1f1f7c11-libsqlitejdbc.so";

  @TempDir private Path folder;
  private Path temporary;
  private Map<String, String> environment;

  @BeforeEach
  void aTemporaryFolderOfItsOwn() throws IOException {
    temporary = Files.createDirectory(folder.resolve("tmp"));
    environment =
        Map.of("HOLDPOINT_JAVA_OPTS", DaemonProcess.SHORT_LIVED + " -Djava.io.tmpdir=" + temporary);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private static boolean isEmpty(Path folder) {
    try {
      return names(folder).isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String typed(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(DaemonProcess.launcher().toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }

  private static List<String> loaded(DaemonProcess daemon) throws IOException {
    return Files.readAllLines(Path.of("/proc", "" + daemon.pid(), "maps")).stream()
        .filter(line -> line.contains("sqlitejdbc"))
        .map(line -> line.substring(line.indexOf('/')))
        .distinct()
        .toList();
  }

  @Test
  void starts_and_kills_leave_nothing_and_load_only_what_the_program_brings() throws Exception {
    for (String name : List.of(DEAD, DEAD + ".lck")) {
      Files.writeString(temporary.resolve(name), "of a process that was killed");
      Files.setLastModifiedTime(
          temporary.resolve(name), FileTime.from(Instant.now().minusSeconds(3_600)));
    }
    try (DaemonProcess daemon = DaemonProcess.start(folder, environment)) {
      Path kept = daemon.data().resolve("native");
      assertThat(names(kept)).hasSize(1);
      Path file = kept.resolve(names(kept).getFirst());
      assertThat(loaded(daemon)).containsExactly(file.toRealPath().toString());
      byte[] code = Files.readAllBytes(file);
      daemon.http().await("/healthz", _ -> isEmpty(temporary));

      daemon.kill9();
      Files.writeString(file, "planted");
      daemon.restart();
      assertThat(file).hasBinaryContent(code);
      daemon.kill9();
      typed("doctor", "--data", daemon.data().toString());
      typed("ledger", "accept-loss", "--data", daemon.data().toString());
      daemon.restart();
      String backup = folder.resolve("all.zip").toString();
      String token = daemon.data().resolve("admin-token").toString();
      typed("backup", "--to", backup, "--url", daemon.address(), "--token-file", token);
      assertThat(daemon.terminate()).isZero();
      typed("restore", backup, "--data", folder.resolve("restored").toString());
      assertThat(names(kept)).containsExactly(file.getFileName().toString());
      assertThat(folder.resolve("restored/native")).doesNotExist();
    }
    assertThat(names(temporary)).isEmpty();
  }

  @Test
  void a_data_folder_that_cannot_keep_it_does_without() throws Exception {
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.writeString(data.resolve("native"), "a file in its place");
    try (DaemonProcess daemon = DaemonProcess.start(folder, environment)) {
      daemon.http().session("work");
      assertThat(loaded(daemon)).singleElement().asString().endsWith("(deleted)");
      assertThat(names(temporary)).isEmpty();
    }
    assertThat(data.resolve("native")).hasContent("a file in its place");
  }
}
