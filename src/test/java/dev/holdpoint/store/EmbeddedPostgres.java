package dev.holdpoint.store;

import dev.holdpoint.store.postgres.PostgresTemplate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server for tests, from binaries that come with the build. PostgreSQL refuses to run
 * as root, so for root it runs as nobody. It ends when this JVM does, however that ends: a shell
 * between the two reads from a pipe, and stops the server when the pipe closes.
 */
public final class EmbeddedPostgres implements AutoCloseable {
  static final String USER = "holdpoint";
  static final String NOBODY = "65534";
  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static @Nullable EmbeddedPostgres shared;

  private final Process process;
  private final int port;
  private @Nullable String template;

  private EmbeddedPostgres(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** One for all tests of this JVM; it does not wait for the disk. */
  public static synchronized EmbeddedPostgres shared() {
    if (shared == null) {
      shared = start(false);
    }
    return shared;
  }

  /** A server of one's own; {@code fsync} decides whether its commits reach the disk. */
  public static EmbeddedPostgres start(boolean fsync) {
    try {
      Path binaries = PostgresBinaries.unpacked(reachableByNobody());
      Path folder = PostgresFolder.make(fsync ? reachableByNobody() : inMemory());
      int port = freePort();
      List<String> command = new ArrayList<>();
      command.addAll(
          List.of(
              "sh",
              "-c",
              "folder=$1; shift; \"$@\" 2>&1 & read -r _; kill -INT $!; wait $!; rm -rf"
                  + " \"$folder\"",
              "sh",
              folder.toString()));
      command.addAll(
          List.of(
              asNobody(
                  binaries.resolve("bin/postgres").toString(),
                  "-D",
                  folder.resolve("data").toString(),
                  "-k",
                  folder.toString(),
                  "-p",
                  Integer.toString(port),
                  "-c",
                  "listen_addresses=127.0.0.1",
                  "-c",
                  "fsync=" + (fsync ? "on" : "off"),
                  "-c",
                  "full_page_writes=" + (fsync ? "on" : "off"),
                  "-c",
                  "shared_buffers=128MB",
                  "-c",
                  "max_connections=200")));
      Process process = new ProcessBuilder(command).start();
      EmbeddedPostgres server = new EmbeddedPostgres(process, port);
      server.awaitReady();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The URL of a new database that has the tables of a ledger, and nothing in them. */
  public String newDatabase() {
    return create("ledger_" + DATABASES.incrementAndGet(), "TEMPLATE " + template());
  }

  /** The URL of a new database without any tables. */
  public String emptyDatabase() {
    return create("empty_" + DATABASES.incrementAndGet(), "");
  }

  /** Migrations take ten times as long as a copy of what they leave. */
  private synchronized String template() {
    if (template == null) {
      PostgresTemplate.make(create("tables", ""));
      template = "tables";
    }
    return template;
  }

  private String create(String name, String how) {
    execute("postgres", "CREATE DATABASE " + name + " " + how);
    return "postgres://" + USER + ":secret@127.0.0.1:" + port + "/" + name;
  }

  /** Runs SQL in the database with this address, see {@link #execute}. */
  public void executeAt(String url, String sql) {
    execute(url.replaceAll(".*/|\\?.*", ""), sql);
  }

  /** Runs SQL as a person at the database's own console would. */
  public void execute(String database, String sql) {
    try (Connection connection = DriverManager.getConnection(console(database));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The one number that the query gives, asked in the same way. */
  public long number(String database, String sql) {
    return Long.parseLong(column(database, sql).getFirst());
  }

  /** The first column of all rows, as text. */
  public List<String> column(String database, String sql) {
    try (Connection connection = DriverManager.getConnection(console(database));
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private String console(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=" + USER;
  }

  private void awaitReady() throws IOException {
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    List<String> said = new ArrayList<>();
    while (true) {
      String line = lines.readLine();
      if (line == null) {
        throw new IllegalStateException("PostgreSQL did not start:\n" + String.join("\n", said));
      }
      said.add(line);
      if (line.contains("ready to accept connections")) {
        break;
      }
    }
    // Whoever stops listening stops the server, once the pipe is full.
    Thread.ofVirtual().start(() -> lines.lines().forEach(_ -> {}));
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** The build's own folder for temporary files, unless it lies where only root can go. */
  static Path reachableByNobody() throws IOException {
    return reachableByNobody(Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath());
  }

  /** For a server that does not wait for the disk anyway. */
  private static Path inMemory() throws IOException {
    String memory = System.getProperty("holdpoint.test.memory");
    return memory == null ? reachableByNobody() : reachableByNobody(Path.of(memory));
  }

  private static Path reachableByNobody(Path own) throws IOException {
    for (Path at = own; at != null && isRoot(); at = at.getParent()) {
      if (!Files.getPosixFilePermissions(at).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return Path.of("/tmp");
      }
    }
    return own;
  }

  static String[] asNobody(String... command) {
    List<String> all = new ArrayList<>();
    if (isRoot()) {
      all.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
    }
    all.addAll(List.of(command));
    return all.toArray(new String[0]);
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  static void run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + " failed:\n" + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  static FileAttribute<?> attributes(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }
}
