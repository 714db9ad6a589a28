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

  @Override
  void close();

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

    @Override
    public long diskBytes(Path data) throws IOException {
      try (Stream<Path> files = Files.walk(data)) {
        return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
      }
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
      try (Connection connection = connect();
          Statement statement = connection.createStatement();
          ResultSet size = statement.executeQuery("SELECT pg_database_size(current_database())")) {
        size.next();
        return size.getLong(1);
      }
    }

    @Override
    public void close() {
      end.run();
    }
  }
}
