package dev.holdpoint.acceptance;

import dev.holdpoint.Folders;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.store.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** Where a daemon keeps its ledger. All tests of this JVM share one daemon for each. */
enum Database {
  SQLITE,
  POSTGRES;

  private static final Map<Database, TestDaemon> SHARED = new EnumMap<>(Database.class);

  Http http() {
    synchronized (SHARED) {
      return SHARED.computeIfAbsent(this, Database::start).http();
    }
  }

  private static TestDaemon start(Database database) {
    // A second route, so that there is something to choose.
    Map<String, String> routes =
        Map.of(
            "HOLDPOINT_ROUTES_ALT_PROVIDER", "scripted", "HOLDPOINT_ROUTES_ALT_MODEL", "alt-model");
    TestDaemon daemon = TestDaemon.start(newFolder(), database.settings(routes));
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(daemon::close));
    return daemon;
  }

  /**
   * The settings of one more daemon with a database of its own. With a long lease the server does
   * not take it for stopped when the machine is busy, and end its transactions.
   */
  Map<String, String> settings(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    if (this == POSTGRES) {
      settings.put("HOLDPOINT_DATABASE", EmbeddedPostgres.shared().newDatabase());
      settings.putIfAbsent("HOLDPOINT_CLUSTER_LEASE_MS", "300000");
    }
    return settings;
  }

  static Path newFolder() {
    return Folders.inMemory("holdpoint-acceptance-");
  }
}
