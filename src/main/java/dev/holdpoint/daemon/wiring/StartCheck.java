package dev.holdpoint.daemon.wiring;

import dev.holdpoint.core.debug.CaptureLevel;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigException;
import dev.holdpoint.daemon.config.ConnectorConfig;
import dev.holdpoint.daemon.config.RouteConfig;
import dev.holdpoint.daemon.config.TokenStrength;
import dev.holdpoint.daemon.doctor.DoctorFinding;
import dev.holdpoint.daemon.doctor.LedgerKey;
import dev.holdpoint.daemon.start.AdminToken;
import dev.holdpoint.daemon.start.CaptureKey;
import dev.holdpoint.daemon.start.RouteKey;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.http.tls.TlsFiles;
import dev.holdpoint.vault.AuditKeyFile;
import dev.holdpoint.vault.KeyRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys and tokens without which a daemon refuses to start, read by the same code as at a start
 * and left as they are: none is made, moved or closed to others here.
 */
public final class StartCheck {
  private final Config config;
  private final boolean inUse;

  /**
   * @param inUse whether a daemon has the data folder open, whose environment may be another
   */
  public StartCheck(Config config, boolean inUse) {
    this.config = config;
    this.inUse = inUse;
  }

  public List<DoctorFinding> look(LedgerKey ledger) {
    List<DoctorFinding> findings = new ArrayList<>();
    findings.add(adminToken());
    findings.add(auditKey(ledger));
    findings.add(new VaultCheck(config, inUse).look());
    DoctorFinding captureKey = captureKey();
    if (captureKey != null) {
      findings.add(captureKey);
    }
    findings.addAll(certificate());
    findings.addAll(connectors());
    findings.addAll(routes());
    return findings;
  }

  /** None where plain HTTP is spoken. */
  private List<DoctorFinding> certificate() {
    String remedy = "docs/operations.md explains how to create and renew certificates";
    try {
      TlsFiles files = Listener.tls(config, InstantSource.system());
      if (files == null) {
        return List.of();
      }
      List<DoctorFinding> warnings =
          files.warnings().stream()
              .map(warning -> DoctorFinding.warn("certificate", warning.message(), remedy))
              .toList();
      return warnings.isEmpty()
          ? List.of(DoctorFinding.ok("certificate", "good until " + files.validUntil()))
          : warnings;
    } catch (StartRefused e) {
      return List.of(fail("certificate", e, remedy));
    }
  }

  private DoctorFinding adminToken() {
    try {
      return AdminToken.look(config, config.data())
          .map(this::adminToken)
          .orElseGet(() -> DoctorFinding.ok("admin_token", "none yet; the first start creates it"));
    } catch (StartRefused e) {
      return fail("admin_token", e, "correct it, or remove admin_token_file to generate one");
    }
  }

  private DoctorFinding adminToken(AdminToken token) {
    String remedy = "choose another, or remove it to generate one";
    if (!token.isWeak()) {
      return DoctorFinding.ok("admin_token", "from " + token.origin());
    }
    return config.isLoopback()
        ? DoctorFinding.warn(
            "admin_token", "weak_admin_token: it is easy to guess; " + TokenStrength.RULE, remedy)
        : DoctorFinding.fail("admin_token", TokenStrength.refusal(config, token.origin()), remedy);
  }

  private DoctorFinding auditKey(LedgerKey ledger) {
    Path file = config.auditKeyFile();
    String remedy = "restore the key from where you keep it, or from a backup (docs/backup.md)";
    try {
      String id = AuditKeyFile.look(file, ledger.id());
      if (id == null) {
        return noAuditKey(file, remedy);
      }
      return DoctorFinding.ok(
          "audit_key",
          "%s has the key %s%s"
              .formatted(
                  file, id, ledger.isKnown() ? "" : "; the ledger's own key could not be read"));
    } catch (KeyRefused e) {
      return fail("audit_key", e, remedy);
    } catch (IOException e) {
      return DoctorFinding.fail(
          "audit_key",
          "%s cannot be read: %s".formatted(file, e.getClass().getSimpleName()),
          "give the daemon's user access (chown)");
    }
  }

  private DoctorFinding noAuditKey(Path file, String remedy) {
    if (inUse) {
      // Its ledger has a key from the first start on.
      return DoctorFinding.fail(
          "audit_key", "a daemon is running, but its key is not in " + file, remedy);
    }
    Path folder = file.toAbsolutePath().normalize().getParent();
    boolean isOurs = config.data().toAbsolutePath().normalize().equals(folder);
    return isOurs || (folder != null && Files.isDirectory(folder) && Files.isWritable(folder))
        ? DoctorFinding.ok("audit_key", "none yet; the first start creates " + file)
        : DoctorFinding.fail(
            "audit_key",
            "the folder of %s does not exist or is not writable".formatted(file),
            "create it for the daemon's user, or choose another file with audit.key_file");
  }

  /** Null when none is needed. */
  private @Nullable DoctorFinding captureKey() {
    try {
      return CaptureKey.read(config.debug()) == null
          ? null
          : DoctorFinding.ok("capture_key", "it can be used");
    } catch (StartRefused e) {
      String message = String.valueOf(e.getMessage());
      String remedy = "docs/debugging.md explains how to create a key";
      return config.debug().capture() == CaptureLevel.OFF
          ? DoctorFinding.warn("capture_key", message, remedy)
          : DoctorFinding.fail("capture_key", message, remedy);
    }
  }

  private List<DoctorFinding> connectors() {
    String remedy =
        "correct it, or remove the connector; docs/deliveries.md lists the "
            + "settings of each kind";
    List<DoctorFinding> findings = new ArrayList<>();
    try {
      Connections.checkOwnSecret(config.data());
    } catch (StartRefused e) {
      findings.add(fail("connectors", e, "restore it from a backup, or remove it to generate one"));
    }
    List<ConnectorConfig> all;
    try {
      all = config.connectors();
    } catch (ConfigException e) {
      return List.of(fail("connectors", e, remedy));
    }
    for (ConnectorConfig each : all) {
      try {
        Connections.connector(each, config);
      } catch (StartRefused e) {
        findings.add(
            inUse && each.tokenEnv() != null
                ? DoctorFinding.warn(
                    "connectors",
                    String.valueOf(e.getMessage()),
                    "this is the environment of this shell; make sure that the daemon has it "
                        + "at its next start")
                : fail("connectors", e, remedy));
      }
    }
    return findings.isEmpty()
        ? List.of(DoctorFinding.ok("connectors", all.size() + " configured and complete"))
        : findings;
  }

  /** A route that cannot be used stops no start. */
  private List<DoctorFinding> routes() {
    List<DoctorFinding> findings = new ArrayList<>();
    for (RouteConfig route : config.routes().values()) {
      String problem = RouteKey.of(route, config).problem();
      if (problem != null) {
        findings.add(
            DoctorFinding.warn(
                "routes",
                "the route '%s' cannot be used: %s".formatted(route.name(), problem),
                inUse && route.key().variable() != null
                    ? "this is the environment of this shell; 'holdpoint routes' shows the "
                        + "daemon's routes"
                    : "docs/models.md explains where to put a key"));
      }
    }
    return findings.isEmpty()
        ? List.of(DoctorFinding.ok("routes", config.routes().size() + " complete"))
        : findings;
  }

  private static DoctorFinding fail(String check, Exception e, String remedy) {
    return DoctorFinding.fail(check, String.valueOf(e.getMessage()), remedy);
  }
}
