package dev.holdpoint.acceptance;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A whole daemon whose clock is ours, one for each database and shared by all tests of this JVM.
 * Time stands still unless a test moves it; each test begins when the one before has left it.
 */
final class Moving {
  private static final Map<Database, Moving> SHARED = new EnumMap<>(Database.class);

  /** Whose tokens the daemon believes. */
  static final Platform PLATFORM = new Platform();

  private final AtomicLong clock;
  private final TestDaemon daemon;

  private Moving(AtomicLong clock, TestDaemon daemon) {
    this.clock = clock;
    this.daemon = daemon;
  }

  static Moving on(Database database) {
    synchronized (SHARED) {
      return SHARED.computeIfAbsent(database, each -> start(each, Map.of()));
    }
  }

  /** One of its own; the caller closes it. */
  static Moving start(Database database, Map<String, String> more) {
    Path folder = Database.newFolder();
    Map<String, String> settings = new HashMap<>(database.settings(more));
    try {
      Path jwks = folder.resolve("jwks.json");
      Files.writeString(jwks, PLATFORM.jwks());
      settings.put("HOLDPOINT_PLATFORM_JWT_ISSUER", Platform.ISSUER);
      settings.put("HOLDPOINT_PLATFORM_JWT_AUDIENCE", Platform.AUDIENCE);
      settings.put("HOLDPOINT_PLATFORM_JWT_JWKS_FILE", jwks.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // A whole second, so that a test can stand exactly on the edge of one.
    AtomicLong clock = new AtomicLong(System.currentTimeMillis() / 1000 * 1000);
    TestDaemon daemon = TestDaemon.start(folder, settings, () -> Instant.ofEpochMilli(clock.get()));
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(daemon::close));
    return new Moving(clock, daemon);
  }

  Http http() {
    return daemon.http();
  }

  String address() {
    return daemon.address();
  }

  long now() {
    return clock.get();
  }

  void pass(Duration time) {
    clock.addAndGet(time.toMillis());
  }

  /** To a moment, be it in the past. */
  void set(long ms) {
    clock.set(ms);
  }
}
