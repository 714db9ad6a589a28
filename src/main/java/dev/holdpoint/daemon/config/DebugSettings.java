package dev.holdpoint.daemon.config;

import dev.holdpoint.core.debug.Budget;
import dev.holdpoint.core.debug.CaptureLevel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is kept of how runs ask their models, and for how long.
 *
 * @param ttlMs 0 for ever
 * @param key as it was given; it has not been looked at
 * @param keyFile empty when {@code key} is there
 */
public record DebugSettings(
    CaptureLevel capture,
    long ttlMs,
    long gcIntervalMs,
    Budget budget,
    Optional<Long> storeBytes,
    Optional<String> key,
    Optional<Path> keyFile) {

  static DebugSettings of(SettingValues settings) {
    boolean keyInFile = settings.wins(Settings.DEBUG_KEY_FILE, Settings.DEBUG_KEY);
    return new DebugSettings(
        settings.get(Settings.DEBUG_CAPTURE),
        settings.get(Settings.DEBUG_TTL),
        settings.get(Settings.DEBUG_GC_INTERVAL),
        new Budget(
            settings.get(Settings.DEBUG_ARTIFACT_BYTES),
            settings.get(Settings.DEBUG_RUN_BYTES),
            settings.get(Settings.DEBUG_ARTIFACTS)),
        settings.find(Settings.DEBUG_STORE_BYTES),
        keyInFile ? Optional.empty() : settings.find(Settings.DEBUG_KEY),
        keyInFile ? settings.find(Settings.DEBUG_KEY_FILE) : Optional.empty());
  }

  /** Records print their members; a key must not end up in a log that way. */
  @Override
  public String toString() {
    return "DebugSettings[" + capture + "]";
  }
}
