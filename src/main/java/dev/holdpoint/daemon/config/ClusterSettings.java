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
          "what this daemon is called among those that share its PostgreSQL database; each needs"
              + " its own");
  static final Setting<Long> LEASE =
      defaulting(
          "cluster.lease_ms",
          Form.millis(2_000, 300_000),
          "10000",
          "within so long a silence a node counts as gone, and the others take its work over; the"
              + " same for all of them");
  static final Setting<URI> ADDRESS =
      optional(
          "cluster.address",
          Form.httpUrl(),
          "`public_url`, else the listening address",
          "where people and the other nodes reach this one");

  static final List<Setting<?>> ALL = List.of(NAME, LEASE, ADDRESS);

  static ClusterSettings of(Config config) {
    return new ClusterSettings(
        config.find(NAME).orElse(null),
        config.find(LEASE).orElseThrow(),
        config.find(ADDRESS).or(config::publicUrl).orElse(null));
  }
}
