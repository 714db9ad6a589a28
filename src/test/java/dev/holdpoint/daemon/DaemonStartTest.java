package dev.holdpoint.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigSources;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.store.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A daemon that cannot start says what the matter is. */
class DaemonStartTest {
  @TempDir private Path data;

  @Test
  void a_port_that_is_taken_is_named() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> start(taken.getLocalPort()))
          .isInstanceOf(StartRefused.class)
          .message()
          .startsWith("cannot listen on 127.0.0.1:" + taken.getLocalPort())
          .endsWith("; choose another port with --port");
    }
  }

  @Test
  void files_that_cannot_be_used_are_not_called_a_port() throws Exception {
    Files.writeString(data.resolve("processes"), "a file where a folder should be");

    assertThatThrownBy(() -> start(0))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("The files in " + data + " cannot be used")
        .hasMessageContaining("processes")
        .hasMessageNotContaining("--port");
  }

  @Test
  void what_is_not_ours_among_the_processes_stops_nobody() throws Exception {
    Path processes = Files.createDirectories(data.resolve("processes"));
    Files.write(processes.resolve("notes.txt"), new byte[] {(byte) 0xff, (byte) 0xfe});

    start(0).close();
  }

  /** Held up where nodes that start at once wait for each other. */
  @Test
  void a_start_says_what_it_is_doing() throws Exception {
    String url = EmbeddedPostgres.shared().newDatabase();
    int port = freePort();
    Http http = new Http("http://127.0.0.1:" + port, null);
    FutureTask<Daemon> starting =
        new FutureTask<>(() -> start(Map.of("port", "" + port, "database", url)));
    try (Connection other = DriverManager.getConnection(jdbc(url));
        Statement sql = other.createStatement()) {
      sql.execute("SELECT pg_advisory_lock(" + 0x486f6c64706e7403L + ")");
      Thread.ofPlatform().start(starting);
      await().until(() -> isListening(port));

      Http.Answer ready = http.get("/readyz").expect(503);
      assertThat(ready.json().path("detail").asString())
          .startsWith("The daemon is starting: it is opening the ledger");
      assertThat(ready.header("Retry-After")).isEqualTo("2");
      http.post("/v1/sessions", "{}").expect(503);
      assertThat(http.get("/healthz").expect(200).text()).isEqualTo("{\"status\":\"ok\"}");
    }
    try (Daemon daemon = starting.get()) {
      assertThat(daemon.address()).endsWith(":" + port);
      http.get("/readyz").expect(200);
    }
  }

  @Test
  void a_start_that_fails_leaves_nobody_listening() throws Exception {
    Files.writeString(data.resolve("processes"), "a file where a folder should be");
    int port = freePort();

    assertThatThrownBy(() -> start(port)).isInstanceOf(StartRefused.class);

    assertThat(isListening(port)).isFalse();
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private static boolean isListening(int port) {
    try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String jdbc(String url) {
    return url.replaceFirst(
        "postgres://(.*):(.*)@(.*)", "jdbc:postgresql://$3?user=$1&password=$2");
  }

  private Daemon start(int port) throws Exception {
    return start(Map.of("port", "" + port));
  }

  private Daemon start(Map<String, String> settings) throws Exception {
    Map<String, String> flags = new HashMap<>(settings);
    flags.put("data", data.toString());
    return Daemon.start(
        Config.load(new ConfigSources(null, Map.of(), flags, data)),
        "test",
        InstantSource.system());
  }
}
