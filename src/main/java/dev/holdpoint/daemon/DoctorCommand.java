package dev.holdpoint.daemon;

import dev.holdpoint.api.audit.AuditBodies.AuditKeyView;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.DaemonAddress;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigException;
import dev.holdpoint.daemon.doctor.BackupCheck;
import dev.holdpoint.daemon.doctor.DaemonCheck;
import dev.holdpoint.daemon.doctor.DeepCheck;
import dev.holdpoint.daemon.doctor.DoctorFinding;
import dev.holdpoint.daemon.doctor.DoctorFinding.Verdict;
import dev.holdpoint.daemon.doctor.FolderCheck;
import dev.holdpoint.daemon.doctor.LedgerKey;
import dev.holdpoint.daemon.doctor.StorageCheck;
import dev.holdpoint.daemon.wiring.StartCheck;
import dev.holdpoint.daemon.wiring.VaultCheck;
import dev.holdpoint.http.server.FileLimit;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code holdpoint doctor}. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Checks everything that a daemon needs, running or not, and says what to do.",
      "It changes nothing, and does not open a ledger that a daemon is using."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  holdpoint doctor",
      "  holdpoint doctor --data /srv/holdpoint --json",
      "  holdpoint doctor --url http://127.0.0.1:4800",
      "  holdpoint doctor --deep --data /srv/holdpoint --backup /backups",
      "",
      "Exit codes: 0 no check fails, 2 invalid usage, 8 a check fails"
    })
final class DoctorCommand implements Callable<Integer> {
  private static final int JAVA = 25;
  private static final long FILES = 1_024;

  @Spec private CommandSpec spec;
  @Mixin private ConfigFlags flags;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "URL of the daemon, if it is not the configured one")
  private @Nullable String url;

  @Option(
      names = "--deep",
      description = "also read every document, stored file and backup, which takes a while")
  private boolean deep;

  @Option(
      names = "--backup",
      paramLabel = "FILE|DIR",
      description = "with --deep: backups to read; else those of storage.backup_folder")
  private @Nullable Path backup;

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  @Override
  public Integer call() {
    if (backup != null && !deep) {
      throw new ParameterException(spec.commandLine(), "--backup is for --deep");
    }
    List<DoctorFinding> findings = findings();
    boolean failed = findings.stream().anyMatch(one -> one.verdict() == Verdict.FAIL);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(json(findings, !failed));
    } else {
      print(findings, out, Paint.ofProcess());
    }
    out.flush();
    return failed ? ExitCode.UNWELL : ExitCode.OK;
  }

  private List<DoctorFinding> findings() {
    List<DoctorFinding> findings = new ArrayList<>();
    findings.add(java());
    findings.add(files(FileLimit.ofThisProcess().files()));
    Config config;
    try {
      config = flags.load();
    } catch (ConfigException e) {
      findings.add(
          DoctorFinding.fail(
              "config",
              String.valueOf(e.getMessage()),
              "correct it; docs/configuration.md lists every key"));
      return findings;
    }
    findings.add(
        DoctorFinding.ok(
            "config", config.file().map(Path::toString).orElse("no file; defaults and flags")));
    Path data = config.data();
    FolderCheck folder = new FolderCheck(data);
    findings.addAll(folder.look());
    boolean inUse = folder.isInUse();
    String database = config.database().map(URI::toString).orElse(null);
    // A SQLite file that a daemon has open is that daemon's to read.
    LedgerKey key = inUse && database == null ? signing(data) : LedgerKey.read(database, data);
    findings.addAll(new StartCheck(config, inUse).look(key));
    findings.addAll(
        new StorageCheck(data, database, config.cluster().leaseMs(), System.currentTimeMillis())
            .look(inUse));
    findings.addAll(daemon(data, inUse));
    if (deep) {
      VaultCheck vault = new VaultCheck(config, inUse);
      findings.addAll(new DeepCheck(data, database, inUse, vault.flaws(), this::tell).look());
      DoctorFinding unopened = vault.unopened();
      if (unopened != null) {
        findings.add(unopened);
      }
      Path backups = backup == null ? config.backupFolder().orElse(null) : backup;
      if (backups != null) {
        findings.addAll(BackupCheck.look(backups));
      }
    }
    return findings;
  }

  private void tell(String progress) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("holdpoint: " + progress);
    err.flush();
  }

  private HoldpointClient client(Path data) {
    return new HoldpointClient(
        DaemonAddress.find(new DaemonAddress.Wishes(url, null, data, System.getenv())));
  }

  private LedgerKey signing(Path data) {
    try {
      for (AuditKeyView key : client(data).audit().keys()) {
        if (key.current()) {
          return LedgerKey.of(key.keyId());
        }
      }
    } catch (CallFailed | IllegalArgumentException _) {
      // Told below, where the daemon is asked for more.
    }
    return LedgerKey.UNKNOWN;
  }

  private List<DoctorFinding> daemon(Path data, boolean inUse) {
    try {
      return new DaemonCheck(client(data), Version.text()).look(inUse);
    } catch (IllegalArgumentException e) {
      return List.of(
          DoctorFinding.fail(
              "daemon", String.valueOf(e.getMessage()), "correct the URL or the token file"));
    }
  }

  private static DoctorFinding java() {
    int feature = Runtime.version().feature();
    return feature < JAVA
        ? DoctorFinding.fail(
            "java", "Java " + Runtime.version(), "install JDK " + JAVA + " or newer")
        : DoctorFinding.ok("java", "Java " + Runtime.version());
  }

  private static DoctorFinding files(long limit) {
    return limit < FILES
        ? DoctorFinding.warn(
            "open_files",
            "this shell can open %d files".formatted(limit),
            "raise the limit for the daemon (ulimit -n, LimitNOFILE): each stream needs one")
        : DoctorFinding.ok("open_files", "this shell can open %d files".formatted(limit));
  }

  private static String json(List<DoctorFinding> findings, boolean ok) {
    List<Map<String, @Nullable String>> checks = new ArrayList<>();
    for (DoctorFinding finding : findings) {
      Map<String, @Nullable String> check = new LinkedHashMap<>();
      check.put("check", finding.check());
      check.put("verdict", finding.verdict().name().toLowerCase(Locale.ROOT));
      check.put("message", finding.message());
      if (finding.remedy() != null) {
        check.put("remedy", finding.remedy());
      }
      checks.add(check);
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("ok", ok);
    answer.put("checks", checks);
    return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(answer);
  }

  private static void print(List<DoctorFinding> findings, PrintWriter out, Paint paint) {
    for (DoctorFinding finding : findings) {
      String verdict =
          switch (finding.verdict()) {
            case OK -> paint.green("ok  ");
            case WARN -> paint.yellow("warn");
            case FAIL -> paint.red("fail");
          };
      String name = finding.check() + " ".repeat(Math.max(0, 12 - finding.check().length()));
      out.println(verdict + "  " + name + "  " + Visible.line(finding.message()));
      if (finding.remedy() != null) {
        out.println(" ".repeat(20) + "→ " + Visible.line(finding.remedy()));
      }
    }
  }
}
