package dev.holdpoint.daemon;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigException;
import dev.holdpoint.daemon.config.ConfigSources;
import dev.holdpoint.daemon.start.AdminToken;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.http.server.Tap;
import dev.holdpoint.store.MigratedLedger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * A whole daemon inside this JVM, on a free port of the loopback address. Everything is real but
 * the process: the same configuration, store, sockets and threads as {@code holdpoint serve}.
 */
public final class TestDaemon implements AutoCloseable {
  private final Path data;
  private final Daemon daemon;

  private TestDaemon(Path data, Daemon daemon) {
    this.data = data;
    this.daemon = daemon;
  }

  /**
   * @param data a folder of the caller's own; started again on the same one, it is the same daemon
   * @param settings by key, as the environment would give them: {@code HOLDPOINT_WORKERS}
   */
  public static TestDaemon start(Path data, Map<String, String> settings) {
    return start(data, settings, InstantSource.system());
  }

  /** The same, by a clock that the caller may set. */
  public static TestDaemon start(Path data, Map<String, String> settings, InstantSource clock) {
    // What it answers is held against the API document.
    return Tap.around(() -> startUnwatched(data, settings, clock));
  }

  /** The same for those who read thousands of answers of kinds that others have checked. */
  public static TestDaemon startUnwatched(
      Path data, Map<String, String> settings, InstantSource clock) {
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("HOLDPOINT_DATA", data.toString());
    environment.putIfAbsent("HOLDPOINT_PORT", "0");
    if (environment.containsKey("HOLDPOINT_DATABASE")) {
      // With a long one the server does not take it for stopped, and ends no transaction of its,
      // when the machine is busy.
      environment.putIfAbsent("HOLDPOINT_CLUSTER_LEASE_MS", "300000");
    } else {
      MigratedLedger.in(data);
    }
    try {
      Config config = Config.load(new ConfigSources(null, environment, Map.of(), data));
      return new TestDaemon(data, Daemon.start(config, "test", clock));
    } catch (ConfigException | StartRefused e) {
      throw new IllegalStateException(e);
    }
  }

  /** A caller with this token. */
  public Http http(String token) {
    return new Http(daemon.address(), token);
  }

  public Http http() {
    try {
      return new Http(daemon.address(), Files.readString(data.resolve(AdminToken.FILE)).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String address() {
    return daemon.address();
  }

  public Path tokenFile() {
    return data.resolve(AdminToken.FILE);
  }

  /** Drains and stops, as SIGTERM does. */
  @Override
  public void close() {
    daemon.close();
  }
}
