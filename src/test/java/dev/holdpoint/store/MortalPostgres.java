package dev.holdpoint.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server that is killed and started again, and that can have a standby. Its commits
 * reach the disk. It ends when this JVM does, as {@link EmbeddedPostgres} does.
 */
public final class MortalPostgres implements AutoCloseable {
  private static final String STANDBY = "standby";

  private final Path folder;
  private final int port;
  private @Nullable Process process;

  private MortalPostgres(Path folder, int port) {
    this.folder = folder;
    this.port = port;
  }

  public static MortalPostgres start() {
    try {
      MortalPostgres server =
          new MortalPostgres(PostgresFolder.make(EmbeddedPostgres.reachableByNobody()), freePort());
      server.begin();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One that the system gives to nobody, so that it is still free when the server comes back. */
  private static int freePort() throws IOException {
    for (int port = ThreadLocalRandom.current().nextInt(10_000, 30_000); ; port++) {
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Somebody's; perhaps the next one is not.
      }
    }
  }

  private static String program(String name) throws IOException {
    return PostgresBinaries.unpacked(EmbeddedPostgres.reachableByNobody())
        .resolve("bin")
        .resolve(name)
        .toString();
  }

  private Path data() {
    return folder.resolve("data");
  }

  public int port() {
    return port;
  }

  /** How one reaches a database of this server by way of this port. */
  public static String url(int port, String database) {
    return "postgres://" + EmbeddedPostgres.USER + ":secret@127.0.0.1:" + port + "/" + database;
  }

  /** Starts it and waits until it answers. */
  public void begin() throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                // What it says ends when the server does, though the shell goes on.
                "folder=$1; shift; \"$@\" 2>&1 & exec >/dev/null 2>&1;"
                    + " read -r word; kill -INT $!; wait $!;"
                    + " [ \"$word\" = keep ] || rm -rf \"$folder\"",
                "sh",
                folder.toString()));
    command.addAll(
        List.of(
            EmbeddedPostgres.asNobody(
                program("postgres"),
                "-D",
                data().toString(),
                "-k",
                folder.toString(),
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "shared_buffers=128MB",
                "-c",
                "wal_keep_size=1GB",
                "-c",
                "max_connections=200")));
    Process started = new ProcessBuilder(command).start();
    process = started;
    awaitReady(started);
  }

  private static void awaitReady(Process started) throws IOException {
    BufferedReader lines = started.inputReader(StandardCharsets.UTF_8);
    List<String> said = new ArrayList<>();
    while (true) {
      String line = lines.readLine();
      if (line == null) {
        throw new IllegalStateException("PostgreSQL did not start:\n" + String.join("\n", said));
      }
      said.add(line);
      if (line.contains("ready to accept")) {
        break;
      }
    }
    // Whoever stops listening stops the server, once the pipe is full.
    Thread.ofVirtual().start(() -> lines.lines().forEach(_ -> {}));
  }

  /** SIGKILL for the server and all its processes; gives when none is left. */
  public void kill() throws IOException {
    Process started = process;
    if (started == null) {
      throw new IllegalStateException("it does not run");
    }
    ProcessHandle server = ProcessHandle.of(serverPid()).orElseThrow();
    stop(server.pid());
    List<ProcessHandle> all = Stream.concat(Stream.of(server), server.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    end(started, "keep\n");
    process = null;
    for (ProcessHandle one : all) {
      while (isThere(one)) {
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  /** From now on it starts no process: one that nobody knew of would outlive the others. */
  private static void stop(long pid) throws IOException {
    EmbeddedPostgres.run("kill", "-STOP", Long.toString(pid));
    while (!Files.readString(Path.of("/proc", Long.toString(pid), "stat")).contains(") T ")) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  /**
   * A zombie has let go of the shared memory, though its parent has not taken note. Before that, a
   * process that is ending may hold it, and a new server would refuse to start.
   */
  private static boolean isThere(ProcessHandle one) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(one.pid()), "stat"));
      return !stat.contains(") Z ") && !stat.contains(") X ");
    } catch (IOException e) {
      return false;
    }
  }

  private long serverPid() throws IOException {
    return Long.parseLong(Files.readAllLines(data().resolve("postmaster.pid")).getFirst());
  }

  private static void end(Process started, String word) throws IOException {
    try (OutputStream line = started.getOutputStream()) {
      line.write(word.getBytes(StandardCharsets.UTF_8));
    }
    try {
      started.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Keeps what it has now, to go back to. Whoever is connected is cut off. */
  public void remember() throws IOException {
    kill();
    EmbeddedPostgres.run(
        EmbeddedPostgres.asNobody("cp", "-a", data().toString(), remembered().toString()));
    begin();
  }

  /** Is what it was, as a standby is that was behind when it took the server's place. */
  public void goBack() throws IOException {
    kill();
    EmbeddedPostgres.run("rm", "-rf", data().toString());
    EmbeddedPostgres.run("mv", remembered().toString(), data().toString());
    begin();
  }

  private Path remembered() {
    return folder.resolve("remembered");
  }

  /** A second server that follows this one; commits wait for it from now on. */
  public MortalPostgres synchronousStandby() throws IOException {
    MortalPostgres standby =
        new MortalPostgres(
            PostgresFolder.empty(EmbeddedPostgres.reachableByNobody(), "holdpoint-postgres-"),
            freePort());
    String label;
    try (Connection backup = connect("postgres");
        Statement sql = backup.createStatement()) {
      sql.execute("SELECT pg_backup_start('standby', true)");
      EmbeddedPostgres.run(
          EmbeddedPostgres.asNobody("cp", "-a", data().toString(), standby.data().toString()));
      try (ResultSet row = sql.executeQuery("SELECT labelfile FROM pg_backup_stop()")) {
        row.next();
        label = row.getString(1);
      }
    } catch (SQLException e) {
      throw new IOException(e);
    }
    Files.delete(standby.data().resolve("postmaster.pid"));
    standby.put("backup_label", label);
    standby.put("standby.signal", "");
    standby.put(
        "postgresql.auto.conf",
        "primary_conninfo = 'host=127.0.0.1 port=%d user=%s application_name=%s'\n"
            .formatted(port, EmbeddedPostgres.USER, STANDBY));
    standby.begin();
    execute("postgres", "ALTER SYSTEM SET synchronous_standby_names = '" + STANDBY + "'");
    execute("postgres", "SELECT pg_reload_conf()");
    return standby;
  }

  /** Whether commits wait for the standby. */
  public boolean isFollowed() {
    return !column(
            "postgres", "SELECT pid::text FROM pg_stat_replication WHERE sync_state = 'sync'")
        .isEmpty();
  }

  /** Makes a standby the server that is written to. */
  public void promote() {
    execute("postgres", "SELECT pg_promote()");
  }

  private void put(String name, String text) throws IOException {
    Path file = data().resolve(name);
    Files.writeString(file, text);
    if (EmbeddedPostgres.isRoot()) {
      EmbeddedPostgres.run(
          "chown", EmbeddedPostgres.NOBODY + ":" + EmbeddedPostgres.NOBODY, file.toString());
    }
  }

  public Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%d/%s?user=%s"
            .formatted(port, database, EmbeddedPostgres.USER));
  }

  /** Runs SQL as a person at the database's own console would. */
  public void execute(String database, String sql) {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first column of all rows, as text. */
  public List<String> column(String database, String sql) {
    try (Connection connection = connect(database);
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

  @Override
  public void close() {
    try {
      if (process != null) {
        end(process, "");
      }
      EmbeddedPostgres.run("rm", "-rf", folder.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
