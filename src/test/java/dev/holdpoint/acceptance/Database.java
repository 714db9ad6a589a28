package dev.holdpoint.acceptance;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.store.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a daemon keeps its ledger. All tests of this JVM share one daemon for each. */
enum Database {
  SQLITE,
  POSTGRES;

  private @Nullable TestDaemon shared;

  synchronized Http http() {
    if (shared == null) {
      TestDaemon daemon = TestDaemon.start(newFolder(), settings(Map.of()));
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(daemon::close));
      shared = daemon;
    }
    return shared.http();
  }

  /** The settings of one more daemon with a database of its own. */
  Map<String, String> settings(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    if (this == POSTGRES) {
      settings.put("HOLDPOINT_DATABASE", EmbeddedPostgres.shared().newDatabase());
    }
    return settings;
  }

  static Path newFolder() {
    try {
      return Files.createTempDirectory("holdpoint-acceptance-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
