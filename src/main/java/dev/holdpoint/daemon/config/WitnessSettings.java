package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.defaulting;
import static dev.holdpoint.daemon.config.Setting.optional;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where the end of the ledger is noted outside of it.
 *
 * @param everyMs how often, while the ledger grows
 */
public record WitnessSettings(Optional<URI> url, Optional<Path> file, long everyMs) {
  static final Setting<URI> URL =
      optional(
          "witness.url",
          Form.httpUrl(),
          "none",
          "address that gets the newest head of the audit ledger, once for all nodes");
  static final Setting<Path> FILE =
      optional(
          "witness.file",
          Form.path(),
          "none",
          "file that the newest head of the audit ledger is appended to, best on another machine's "
              + "disk; each node has its own");
  static final Setting<Long> EVERY_MS =
      defaulting(
          "witness.every_ms",
          Form.millis(10_000, 2_592_000_000L),
          "3600000",
          "how often the head goes to `witness.url` and `witness.file`, if it has changed");

  static final List<Setting<?>> ALL = List.of(URL, FILE, EVERY_MS);

  static WitnessSettings of(SettingValues settings) {
    return new WitnessSettings(settings.find(URL), settings.find(FILE), settings.get(EVERY_MS));
  }
}
