package dev.holdpoint.blackbox.cluster;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.store.MortalPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** One node: a daemon, and the wire to its database. */
final class Member implements AutoCloseable {
  /** A node that does not answer for so long gives an answer that nobody knows. */
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  final String name;
  final Wire wire;
  private final String token;
  private final DaemonProcess process;
  private volatile Http http;

  Member(String name, Path folder, int databasePort, Map<String, String> settings)
      throws IOException {
    this.name = name;
    wire = new Wire(databasePort);
    token = settings.getOrDefault("HOLDPOINT_ADMIN_TOKEN", "");
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("HOLDPOINT_DATABASE", MortalPostgres.url(wire.port(), ClusterOfNodes.DATABASE));
    environment.put("HOLDPOINT_CLUSTER_NAME", name);
    process = DaemonProcess.start(folder.resolve(name), environment);
    http = reached();
  }

  private Http reached() {
    return new Http(process.address(), token).within(PATIENCE);
  }

  /** A caller with all rights. It does not wait long. */
  Http http() {
    return http;
  }

  DaemonProcess process() {
    return process;
  }

  void kill() throws IOException {
    process.kill9();
  }

  void restart() throws IOException {
    process.restart();
    http = reached();
  }

  @Override
  public void close() throws IOException {
    process.close();
    wire.close();
  }

  @Override
  public String toString() {
    return name;
  }
}
