package dev.holdpoint.store.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteLibraryTest {
  private static final byte[] CODE = "the library".getBytes(UTF_8);
  private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");

  @TempDir private Path folder;

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private static void mode(Path path, String modes) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(modes));
  }

  private Path kept() throws IOException {
    return Objects.requireNonNull(SqliteLibrary.kept(folder, CODE));
  }

  @Test
  void it_is_written_once_for_its_owner_alone() throws Exception {
    assertThat(SqliteLibrary.found(folder, CODE)).isNull();

    Path file = kept();

    assertThat(file).hasBinaryContent(CODE);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
    Files.setLastModifiedTime(file, FileTime.from(NOW));
    assertThat(kept()).isEqualTo(file);
    assertThat(Files.getLastModifiedTime(file).toInstant()).isEqualTo(NOW);
    assertThat(SqliteLibrary.found(folder, CODE)).isEqualTo(file);
  }

  @Test
  void what_is_not_as_the_jar_has_it_is_not_loaded() throws Exception {
    Path file = kept();
    Files.writeString(file, "the librarx");
    assertThat(SqliteLibrary.found(folder, CODE)).as("another content").isNull();
    assertThat(kept())
        .as(
            "is missing or unreadable and was created again: a loss before this start cannot be detected")
        .hasBinaryContent(CODE);

    mode(file, "rw-rw----");
    assertThat(SqliteLibrary.found(folder, CODE)).as("others may write it").isNull();
    mode(file, "rw-------");
    mode(folder.resolve(SqliteLibrary.FOLDER), "rwxrwxrwx");
    assertThat(SqliteLibrary.found(folder, CODE)).as("others may replace it").isNull();
    assertThat(SqliteLibrary.kept(folder, CODE)).isNull();
    mode(folder.resolve(SqliteLibrary.FOLDER), "rwx------");
    mode(folder, "rwxrwxrwx");
    assertThat(SqliteLibrary.found(folder, CODE)).as("others may replace its folder").isNull();
    mode(folder, "rwx------");

    Path elsewhere = folder.resolve("elsewhere");
    Files.move(file, elsewhere);
    Files.createSymbolicLink(file, elsewhere);
    assertThat(SqliteLibrary.found(folder, CODE)).as("a link").isNull();
    Files.delete(file);
    Files.delete(file.getParent());
    Files.createSymbolicLink(file.getParent(), Files.createDirectory(folder.resolve("other")));
    assertThat(SqliteLibrary.kept(folder, CODE)).as("a link to a folder").isNull();
    assertThat(names(folder.resolve("other"))).isEmpty();
  }

  @Test
  void one_of_another_version_goes() throws Exception {
    Path file = kept();
    Files.writeString(file.resolveSibling("sqlite-3.1.0-0123456789abcdef-libsqlitejdbc.so"), "");
    Files.writeString(file.resolveSibling(file.getFileName() + ".77.new"), "half");
    Files.writeString(file.resolveSibling("notes"), "a person's");

    kept();

    assertThat(names(folder.resolve(SqliteLibrary.FOLDER)))
        .containsExactly("notes", file.getFileName().toString());
  }

  private Path left(String name, Instant at) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "x");
    Files.setLastModifiedTime(file, FileTime.from(at));
    return file;
  }

  private static String drivers() {
    return "sqlite-3.53.4.0-" + UUID.randomUUID() + "-libsqlitejdbc.so";
  }

  @Test
  void only_what_nobody_needs_is_removed() throws Exception {
    Instant old = NOW.minusSeconds(3_600);
    String dead = drivers();
    left(dead, old);
    left(dead + ".lck", old);
    left(drivers() + ".lck", old);
    String young = drivers();
    left(young, NOW.minusSeconds(60));
    left(young + ".lck", NOW.minusSeconds(60));
    String beginning = drivers();
    left(beginning, old);
    left(beginning + ".lck", NOW.minusSeconds(60));
    left("sqlite-notes.so", old);
    left("sqlite-3.53.4.0-libsqlitejdbc.so", old);
    String used = drivers();
    Path mapped = left(used, old);
    left(used + ".lck", old);
    String link = drivers();
    Files.createSymbolicLink(folder.resolve(link), Files.createFile(folder.resolve("target")));

    try (FileChannel channel = FileChannel.open(mapped)) {
      var memory = channel.map(MapMode.READ_ONLY, 0, 1);

      assertThat(SqliteLeftovers.remove(folder, NOW)).isEqualTo(3);

      assertThat(memory.get(0)).isEqualTo((byte) 'x');
    }
    assertThat(names(folder))
        .containsExactlyInAnyOrder(
            young,
            young + ".lck",
            beginning,
            beginning + ".lck",
            used,
            used + ".lck",
            link,
            "target",
            "sqlite-notes.so",
            "sqlite-3.53.4.0-libsqlitejdbc.so");
  }

  @Test
  void a_copy_that_was_not_removed_goes_with_its_folder() throws Exception {
    Path copy = Files.createDirectory(folder.resolve(SqliteLibrary.COPY + "1234"));
    Path file = copy.resolve(SqliteLibrary.name(CODE));
    Files.write(file, CODE);
    Files.setLastModifiedTime(file, FileTime.from(NOW.minusSeconds(3_600)));
    Files.setLastModifiedTime(copy, FileTime.from(NOW.minusSeconds(3_600)));
    Path fresh = Files.createDirectory(folder.resolve(SqliteLibrary.COPY + "5678"));
    Files.setLastModifiedTime(fresh, FileTime.from(NOW));

    assertThat(SqliteLeftovers.remove(folder, NOW)).isEqualTo(1);
    Files.setLastModifiedTime(copy, FileTime.from(NOW.minusSeconds(3_600)));
    assertThat(SqliteLeftovers.remove(folder, NOW)).isZero();

    assertThat(folder).isDirectoryContaining(path -> path.equals(fresh));
    assertThat(copy).doesNotExist();
  }

  /**
   * Of two copies in one process, native methods are bound to one or the other as they are first
   * called, and the process crashes.
   */
  @Test
  void a_library_that_the_driver_has_loaded_is_not_loaded_again() throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                java.toString(),
                "-Djava.io.tmpdir=" + folder,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                DriverFirst.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("1 library");
  }

  /** A process in which the driver comes first. */
  static final class DriverFirst {
    private DriverFirst() {}

    public static void main(String[] arguments) throws Exception {
      Path folder = Path.of(arguments[0]);
      try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
        connection.createStatement().execute("SELECT 1");
        SqliteLibrary.keep(folder);
        System.out.println(SqliteLibrary.mapped().size() + " library");
      }
    }
  }
}
