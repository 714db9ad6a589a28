package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.outbound.Receiver;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.sql.Schema;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.flywaydb.core.Flyway;
import org.postgresql.PGConnection;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/**
 * A ledger as some version has left it, in an archive: its data folder, the rows where they are not
 * in that folder, what the clock said, and what that version showed of it, view by view.
 */
final class StoredLedger {
  private static final Path FOLDER = Path.of("src/test/resources/ledgers");

  /** When its life begins; the clock of whoever opens it goes on from where its life ended. */
  private static final long BEGAN_MS = Instant.parse("2026-11-17T12:00:00Z").toEpochMilli();

  /** The larger one is on SQLite: most of what reads rows is the same on both. */
  private static final int SHARE_ON_POSTGRES = 4;

  private static final String DATA = "data/";
  private static final String ROWS = "rows/";
  private static final String VIEWS = "views.txt";
  private static final String CLOCK = "clock.txt";
  private static final String VERSION = "schema.txt";

  /** Of the process that had the folder, and of no use to others. */
  private static final String LOCK = "lock";

  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path archive;
  private final Map<String, byte[]> entries;

  private StoredLedger(Path archive, Map<String, byte[]> entries) {
    this.archive = archive;
    this.entries = entries;
  }

  /** A copy that may be changed. */
  record Copy(Path data, Map<String, String> settings, InstantSource clock) {
    TestDaemon start() {
      return TestDaemon.startUnwatched(data, settings, clock);
    }
  }

  /** The archives that there are. */
  static List<Path> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".tar.xz")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static StoredLedger read(Path archive) {
    Map<String, byte[]> entries = new TreeMap<>();
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(
            new XZCompressorInputStream(new BufferedInputStream(Files.newInputStream(archive))))) {
      for (TarArchiveEntry one = tar.getNextEntry(); one != null; one = tar.getNextEntry()) {
        entries.put(one.getName(), tar.readAllBytes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new StoredLedger(archive, entries);
  }

  private void pack() {
    try {
      Files.createDirectories(FOLDER);
      try (TarArchiveOutputStream tar =
          new TarArchiveOutputStream(
              new XZOutputStream(
                  new BufferedOutputStream(Files.newOutputStream(archive)),
                  new LZMA2Options(LZMA2Options.PRESET_MAX)))) {
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        for (Map.Entry<String, byte[]> one : entries.entrySet()) {
          TarArchiveEntry entry = new TarArchiveEntry(one.getKey());
          entry.setSize(one.getValue().length);
          entry.setLastModifiedTime(FileTime.fromMillis(BEGAN_MS));
          tar.putArchiveEntry(entry);
          tar.write(one.getValue());
          tar.closeArchiveEntry();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void put(String name, String text) {
    entries.put(name, text.getBytes(UTF_8));
  }

  private String text(String name) {
    return new String(Objects.requireNonNull(entries.get(name), name), UTF_8);
  }

  /** Lives the life that is stored, and stores it as the program of today writes it. */
  static void write(String name, Database database) {
    StoredLedger ledger =
        new StoredLedger(
            FOLDER.resolve(
                name + (database == Database.SQLITE ? "-sqlite" : "-postgres") + ".tar.xz"),
            new TreeMap<>());
    Path data = Database.newFolder();
    Map<String, String> settings = settings(database.settings(Map.of()));
    AtomicLong leaps = new AtomicLong();
    InstantSource steady = from(BEGAN_MS);
    InstantSource clock = () -> steady.instant().plusMillis(leaps.get());
    try (Receiver receiver = new Receiver()) {
      settings.put("HOLDPOINT_CONNECTORS_CRM_BASE_URL", receiver.url());
      try (TestDaemon daemon = TestDaemon.start(data, settings, clock)) {
        new StoredLife(
                daemon.http(),
                clock::millis,
                time -> leaps.addAndGet(time.toMillis()),
                receiver,
                database == Database.SQLITE ? 1 : SHARE_ON_POSTGRES)
            .live();
      }
    }
    ledger.put(CLOCK, Long.toString(clock.millis()));
    ledger.put(VERSION, Integer.toString(Schema.VERSION));
    try {
      String url = settings.get("HOLDPOINT_DATABASE");
      if (url == null) {
        compact(data.resolve(Stores.LEDGER));
      } else {
        ledger.takeRows(url);
      }
      try (Stream<Path> files = Files.walk(data)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          ledger.entries.put(DATA + data.relativize(file), Files.readAllBytes(file));
        }
      }
      ledger.entries.remove(DATA + LOCK);
    } catch (IOException | SQLException e) {
      throw new IllegalStateException(e);
    }
    // What a start may change has changed by then: it is read from a copy.
    try (TestDaemon daemon = ledger.unpack().start()) {
      ledger.show(StoredViews.read(daemon.http(), StoredViews.of(daemon.http())));
    }
  }

  /** From now on these are its views. */
  void show(Map<String, String> views) {
    StringBuilder text = new StringBuilder();
    views.forEach(
        (path, body) ->
            text.append(path).append('\t').append(body.replace('\n', '\u001e')).append('\n'));
    put(VIEWS, text.toString());
    pack();
  }

  /** What was shown of it, by path. */
  Map<String, String> views() {
    Map<String, String> views = new LinkedHashMap<>();
    for (String line : text(VIEWS).split("\n", 0)) {
      int tab = line.indexOf('\t');
      views.put(line.substring(0, tab), line.substring(tab + 1).replace('\u001e', '\n'));
    }
    return views;
  }

  Copy unpack() {
    Path data = Database.newFolder();
    Map<String, String> settings = settings(Map.of());
    Map<String, String> rows = new TreeMap<>();
    try {
      Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
      for (Map.Entry<String, byte[]> one : entries.entrySet()) {
        String name = one.getKey();
        if (name.startsWith(DATA)) {
          Path file = data.resolve(name.substring(DATA.length()));
          Files.createDirectories(Objects.requireNonNull(file.getParent()), PRIVATE);
          Files.write(file, one.getValue());
          Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        } else if (name.startsWith(ROWS)) {
          rows.put(name.substring(ROWS.length()), text(name));
        }
      }
      if (!rows.isEmpty()) {
        String url = EmbeddedPostgres.shared().emptyDatabase();
        giveRows(url, rows);
        settings.put("HOLDPOINT_DATABASE", url);
      }
    } catch (IOException | SQLException e) {
      throw new IllegalStateException(e);
    }
    return new Copy(data, settings, from(Long.parseLong(text(CLOCK))));
  }

  private static Map<String, String> settings(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("HOLDPOINT_PUBLIC_URL", "https://holdpoint.example");
    settings.put("HOLDPOINT_CONNECTORS_CRM_KIND", "external");
    // Nobody listens there, and nothing is sent: all had arrived or was given up.
    settings.put("HOLDPOINT_CONNECTORS_CRM_BASE_URL", "http://127.0.0.1:9");
    return settings;
  }

  /** A clock that says this now. */
  private static InstantSource from(long ms) {
    long began = System.nanoTime();
    return () -> Instant.ofEpochMilli(ms).plus(Duration.ofNanos(System.nanoTime() - began));
  }

  private static void compact(Path file) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement sql = connection.createStatement()) {
      sql.execute("VACUUM");
      sql.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
  }

  private static String jdbc(String url) {
    URI place = URI.create(url);
    String[] user = place.getUserInfo().split(":", 2);
    return "jdbc:postgresql://%s:%d%s?user=%s&password=%s"
        .formatted(place.getHost(), place.getPort(), place.getPath(), user[0], user[1]);
  }

  /** The rows of each table in the database's own text, after a line with its columns. */
  private void takeRows(String url) throws SQLException, IOException {
    Map<String, List<String>> tables = new TreeMap<>();
    try (Connection connection = DriverManager.getConnection(jdbc(url));
        Statement sql = connection.createStatement()) {
      try (ResultSet columns =
          sql.executeQuery(
              """
              SELECT table_name, column_name FROM information_schema.columns
              WHERE table_schema = current_schema() AND table_name <> 'flyway_schema_history'
              ORDER BY table_name, ordinal_position""")) {
        while (columns.next()) {
          tables
              .computeIfAbsent(columns.getString(1), _ -> new ArrayList<>())
              .add(columns.getString(2));
        }
      }
      for (Map.Entry<String, List<String>> table : tables.entrySet()) {
        String columns = String.join(",", table.getValue());
        StringWriter rows = new StringWriter();
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyOut("COPY %s (%s) TO STDOUT".formatted(table.getKey(), columns), rows);
        put(ROWS + table.getKey(), columns + "\n" + rows);
      }
    }
  }

  /** Makes the tables as they were then, for the daemon to migrate, and fills them. */
  private void giveRows(String url, Map<String, String> tables) throws SQLException, IOException {
    Flyway.configure()
        .dataSource(jdbc(url), null, null)
        .locations("classpath:db/postgres")
        .target(text(VERSION))
        .loggers("slf4j")
        .load()
        .migrate();
    try (Connection connection = DriverManager.getConnection(jdbc(url));
        Statement sql = connection.createStatement()) {
      for (Map.Entry<String, String> table : tables.entrySet()) {
        int end = table.getValue().indexOf('\n');
        String columns = table.getValue().substring(0, end);
        // Migrations have left rows of their own, which the stored ones replace.
        sql.execute("DELETE FROM " + table.getKey());
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn(
                "COPY %s (%s) FROM STDIN".formatted(table.getKey(), columns),
                new StringReader(table.getValue().substring(end + 1)));
      }
    }
  }
}
