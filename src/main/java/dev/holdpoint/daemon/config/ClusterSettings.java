package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.defaulting;
import static dev.holdpoint.daemon.config.Setting.optional;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * This daemon among those that share its PostgreSQL database.
 *
 * @param name what it is called; null for a name that is made of the machine's
 * @param leaseMs within so long a silence a node counts as gone, and the others take its work over
 * @param address where people and the others reach it; null when nothing but the listening address
 *     is known
 */
public record ClusterSettings(@Nullable String name, long leaseMs, @Nullable URI address) {
  static final Setting<String> NAME =
      optional(
          "cluster.name",
          Form.name(),
          "the machine's name and four characters of `<data>/node-id`",
          "name of this node among those that share a PostgreSQL database; must be unique");
  static final Setting<Long> LEASE =
      defaulting(
          "cluster.lease_ms",
          Form.millis(2_000, 300_000),
          "10000",
          "how long a node may be silent before the others take over its runs; "
              + "must be equal on all nodes");
  static final Setting<URI> ADDRESS =
      optional(
          "cluster.address",
          Form.httpUrl(),
          "`public_url`, else the listening address",
          "URL at which people and the other nodes reach this node");

  static final List<Setting<?>> ALL = List.of(NAME, LEASE, ADDRESS);

  static ClusterSettings of(SettingValues settings) {
    return new ClusterSettings(
        settings.find(NAME).orElse(null),
        settings.find(LEASE).orElseThrow(),
        settings.find(ADDRESS).or(() -> settings.find(Settings.PUBLIC_URL)).orElse(null));
  }
}
