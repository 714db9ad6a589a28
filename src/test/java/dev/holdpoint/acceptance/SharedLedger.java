package dev.holdpoint.acceptance;

import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.store.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A database of its own, and the keys that all nodes on it have. */
final class SharedLedger {
  private final String url = EmbeddedPostgres.shared().newDatabase();
  private final Path keys = Database.newFolder();

  TestDaemon node(String name) {
    return node(name, Map.of());
  }

  TestDaemon node(String name, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("HOLDPOINT_DATABASE", url);
    settings.put("HOLDPOINT_CLUSTER_NAME", name);
    settings.put("HOLDPOINT_AUDIT_KEY_FILE", keys.resolve("audit-key").toString());
    settings.put("HOLDPOINT_VAULT_KEY_FILE", keys.resolve("vault-key").toString());
    return TestDaemon.start(Database.newFolder(), settings);
  }
}
