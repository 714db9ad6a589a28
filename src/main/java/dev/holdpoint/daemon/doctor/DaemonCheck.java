package dev.holdpoint.daemon.doctor;

import dev.holdpoint.api.daemon.DaemonBodies.StatusView;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.ArrayList;
import java.util.List;

/** The daemon itself, where one answers. */
public final class DaemonCheck {
  private final HoldpointClient client;
  private final String version;

  /**
   * @param version of this program
   */
  public DaemonCheck(HoldpointClient client, String version) {
    this.client = client;
    this.version = version;
  }

  /**
   * @param inUse whether the data folder is open in a process, which then must answer
   */
  public List<DoctorFinding> look(boolean inUse) {
    StatusView status;
    try {
      status = client.status();
    } catch (CallFailed e) {
      return List.of(silent(e, inUse));
    }
    List<DoctorFinding> findings = new ArrayList<>();
    String where = client.daemon().url().toString();
    findings.add(
        status.version().equals(version)
            ? DoctorFinding.ok("daemon", where + " answers, version " + version)
            : DoctorFinding.warn(
                "daemon",
                "%s has version %s but this program has %s"
                    .formatted(where, status.version(), version),
                "restart the daemon after an upgrade, or use the daemon's own program"));
    for (StatusView.Warning warning : status.health().warnings()) {
      findings.add(warned(warning));
    }
    if (!status.storage().ok()) {
      findings.add(
          DoctorFinding.fail(
              "storage", "the daemon could not commit", "its log has the details; " + REMEDY));
    }
    findings.addAll(Backlog.of(status).findings());
    return findings;
  }

  private static final String REMEDY = "docs/operations.md explains each code";

  static DoctorFinding warned(StatusView.Warning warning) {
    return DoctorFinding.warn("health", warning.code() + ": " + warning.message(), REMEDY);
  }

  private static DoctorFinding silent(CallFailed e, boolean inUse) {
    if (e.kind() != CallFailed.Kind.NO_ANSWER) {
      return DoctorFinding.fail(
          "daemon",
          "it answers but refuses access: " + e.getMessage(),
          "use the admin token of its data folder (--data), or HOLDPOINT_TOKEN");
    }
    return inUse
        ? DoctorFinding.warn(
            "daemon",
            "the data folder is in use, but no daemon answers: " + e.getMessage(),
            "give its address with --url if it listens elsewhere; otherwise see its log")
        : DoctorFinding.ok("daemon", "none is running");
  }
}
