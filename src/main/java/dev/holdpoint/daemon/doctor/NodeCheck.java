package dev.holdpoint.daemon.doctor;

import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.engine.cluster.Roster;
import dev.holdpoint.store.postgres.PostgresProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The daemons that share a database. */
final class NodeCheck {
  private static final long CLOCK_MS = 1_000;

  private final PostgresProbe look;
  private final long silentMs;

  NodeCheck(PostgresProbe look, long leaseMs) {
    this.look = look;
    this.silentMs = Roster.silentMs(leaseMs);
  }

  List<DoctorFinding> look() {
    List<Node> live = look.nodes().stream().filter(Node::isLive).toList();
    List<DoctorFinding> findings = new ArrayList<>();
    findings.add(DoctorFinding.ok("nodes", count(live)));
    for (Node node : live) {
      long silent = node.silentMs(look.nowMs());
      if (silent > silentMs) {
        findings.add(
            DoctorFinding.warn(
                "nodes",
                "%s has been silent for %d s".formatted(node.name(), silent / 1_000),
                "check that it is running and can reach the database; after "
                    + "cluster.lease_ms another node takes over its work"));
      }
      long off = node.card().clockOffMs();
      if (Math.abs(off) > CLOCK_MS) {
        findings.add(
            DoctorFinding.warn(
                "nodes",
                String.format(
                    Locale.ROOT,
                    "the clock of %s is %.1f s %s the database's",
                    node.name(),
                    Math.abs(off) / 1_000.0,
                    off > 0 ? "ahead of" : "behind"),
                "synchronize it with NTP (chronyc makestep, timedatectl set-ntp true)"));
      }
    }
    return findings;
  }

  private static String count(List<Node> live) {
    if (live.isEmpty()) {
      return "none is live";
    }
    String names = live.stream().map(Node::name).collect(Collectors.joining(", "));
    return live.size() == 1
        ? "1 is live: " + names
        : "%d are live: %s".formatted(live.size(), names);
  }
}
