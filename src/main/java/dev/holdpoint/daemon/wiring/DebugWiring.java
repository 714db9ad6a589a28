package dev.holdpoint.daemon.wiring;

import dev.holdpoint.agent.capture.Scrubber;
import dev.holdpoint.agent.loop.DebugCapture;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.DebugSettings;
import dev.holdpoint.daemon.start.AdminToken;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.retention.DebugArtifacts;
import dev.holdpoint.store.Stores;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Debug capture as it is configured: what keeps artifacts, and what throws them away. */
public record DebugWiring(DebugArtifacts debugging, DebugCapture capture) {
  private static final Logger log = LoggerFactory.getLogger(DebugWiring.class);

  public static DebugWiring of(
      Config config,
      Path data,
      Engine engine,
      InstantSource clock,
      AdminToken admin,
      List<String> ofConnectors,
      byte @Nullable [] key) {
    DebugSettings debug = config.debug();
    DebugArtifacts debugging =
        new DebugArtifacts(
            engine,
            Stores.debugBundles(data, clock, debug.budget(), key),
            new DebugArtifacts.Policy(debug.ttlMs(), debug.storeBytes().orElse(null)));
    Scrubber scrubber = new Scrubber(secrets(config, admin, ofConnectors, key));
    return new DebugWiring(debugging, DebugCapture.at(debug.capture(), debugging, scrubber));
  }

  /** Those of our own, which need not look like secrets. */
  private static List<String> secrets(
      Config config, AdminToken admin, List<String> ofConnectors, byte @Nullable [] captureKey) {
    List<String> secrets = new ArrayList<>(ofConnectors);
    secrets.add(admin.value());
    if (captureKey != null) {
      secrets.add(HexFormat.of().formatHex(captureKey));
      secrets.add(Base64.getEncoder().withoutPadding().encodeToString(captureKey));
      secrets.add(Base64.getUrlEncoder().withoutPadding().encodeToString(captureKey));
    }
    config
        .database()
        .map(URI::getUserInfo)
        .filter(user -> user.contains(":"))
        .ifPresent(user -> secrets.add(user.substring(user.indexOf(':') + 1)));
    return secrets;
  }

  public void collect() {
    try {
      int gone = debugging.collect();
      if (gone > 0) {
        log.info("removed the debug artifacts of {} runs", gone);
      }
    } catch (RuntimeException e) {
      // Whatever is not dropped now is dropped the next time.
      log.warn("debug artifacts could not be checked: {}", e.getMessage());
    }
  }
}
