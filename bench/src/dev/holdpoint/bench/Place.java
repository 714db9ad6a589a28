package dev.holdpoint.bench;

import dev.holdpoint.store.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/** The database that a daemon is measured on. */
sealed interface Place extends AutoCloseable {
  String name();

  /** What {@code serve} needs to be told. */
  List<String> arguments();

  /** A connection of the driver's own, beside the daemon's. */
  Connection connect() throws SQLException;

  /** What the daemon's data takes on the disk. */
  long diskBytes(Path data) throws IOException, SQLException;

  /** Counts what the database appends to its log from now on. */
  Log log(Path data) throws IOException, SQLException;

  @Override
  void close();

  /** The write-ahead log of a database. */
  interface Log extends AutoCloseable {
    /** Appended since this began. */
    long bytes() throws IOException, SQLException;

    @Override
    void close() throws IOException;
  }

  static Place of(String where, Path folder) {
    return switch (where) {
      case "sqlite" -> new Sqlite(folder);
      case "postgres" -> {
        EmbeddedPostgres server = EmbeddedPostgres.start(true);
        yield new Postgres("postgres", server.newDatabase(), server::close);
      }
      default -> new Postgres(where.replaceAll("//[^@/]*@", "//"), where, () -> {});
    };
  }

  record Sqlite(Path folder) implements Place {
    private static final String LEDGER = "holdpoint.db";

    @Override
    public String name() {
      return "sqlite";
    }

    @Override
    public List<String> arguments() {
      return List.of();
    }

    @Override
    public Connection connect() throws SQLException {
      Connection connection =
          DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("floor.db"));
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA journal_mode = WAL");
        statement.execute("PRAGMA synchronous = FULL");
      }
      return connection;
    }

    /**
     * The pages of the ledger, wherever they are, and the other files. The log is left out: it
     * holds newer copies of pages, as many of them with ten runs as with a million.
     */
    @Override
    public long diskBytes(Path data) throws IOException, SQLException {
      long sum = number(data, "page_count") * number(data, "page_size");
      try (Stream<Path> files = Files.walk(data)) {
        return files
            .filter(Files::isRegularFile)
            .filter(file -> !file.getFileName().toString().startsWith(LEDGER))
            .mapToLong(file -> file.toFile().length())
            .reduce(sum, Long::sum);
      }
    }

    private static long number(Path data, String pragma) throws SQLException {
      String file = "jdbc:sqlite:file:" + data.resolve(LEDGER) + "?mode=ro";
      try (Connection connection = DriverManager.getConnection(file);
          Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("PRAGMA " + pragma)) {
        row.next();
        return row.getLong(1);
      }
    }

    @Override
    public Log log(Path data) throws IOException {
      WalMeter meter = new WalMeter(data.resolve(LEDGER));
      return new Log() {
        @Override
        public long bytes() throws IOException {
          return meter.pages() * WalMeter.FRAME_BYTES;
        }

        @Override
        public void close() throws IOException {
          meter.close();
        }
      };
    }

    @Override
    public void close() {}
  }

  record Postgres(String name, String url, Runnable end) implements Place {
    @Override
    public List<String> arguments() {
      return List.of("--database", url);
    }

    @Override
    public Connection connect() throws SQLException {
      URI uri = URI.create(url);
      String[] user = uri.getUserInfo() == null ? new String[0] : uri.getUserInfo().split(":", 2);
      String jdbc =
          "jdbc:postgresql://" + uri.getAuthority().replaceFirst("^[^@]*@", "") + uri.getPath();
      return DriverManager.getConnection(
          jdbc, user.length > 0 ? user[0] : null, user.length > 1 ? user[1] : null);
    }

    @Override
    public long diskBytes(Path data) throws SQLException {
      return number("SELECT pg_database_size(current_database())");
    }

    private long number(String query) throws SQLException {
      try (Connection connection = connect();
          Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery(query)) {
        row.next();
        return row.getLong(1);
      }
    }

    @Override
    public Log log(Path data) throws SQLException {
      String position = "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn";
      long before = number(position);
      return new Log() {
        @Override
        public long bytes() throws SQLException {
          return number(position) - before;
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public void close() {
      end.run();
    }
  }
}
