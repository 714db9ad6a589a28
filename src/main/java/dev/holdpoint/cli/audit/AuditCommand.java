package dev.holdpoint.cli.audit;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.holdpoint.api.audit.AuditBodies.AuditKeyView;
import dev.holdpoint.api.audit.AuditBodies.CheckpointView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.ProgressFlags;
import dev.holdpoint.cli.ProgressLine;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.audit.AuditCommand.AuditCheckpoints;
import dev.holdpoint.cli.audit.AuditCommand.AuditRotateKey;
import dev.holdpoint.cli.audit.AuditCommand.ExportLedger;
import dev.holdpoint.cli.audit.AuditCommand.ListKeys;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdpoint audit}. */
@Command(
    name = "audit",
    description = "The proof of all effects of agents outside the daemon.",
    subcommands = {
      AuditVerify.class,
      AuditAdmin.class,
      ExportLedger.class,
      ListKeys.class,
      AuditCheckpoints.class,
      AuditReceipt.class,
      AuditVerifyReceipt.class,
      AuditRotateKey.class
    },
    footer = {
      "  holdpoint audit export --to ledger.ndjson",
      "  holdpoint audit verify ledger.ndjson --public-key audit-public-key",
      "  holdpoint audit receipt apr_01J… --out receipt.json",
      "  holdpoint audit verify-receipt receipt.json --public-key audit-public-key",
      "  holdpoint audit keys",
      "",
      ExitCode.TABLE + ",",
      "9 the proof is not valid"
    })
public final class AuditCommand extends CommandGroup {
  @Command(
      name = "export",
      description = "Exports the whole ledger, one record a line, for verification anywhere.",
      footer = {
        "  holdpoint audit export --to ledger.ndjson",
        "  holdpoint audit export | gzip > l.gz"
      })
  static final class ExportLedger extends DaemonCommand {
    @Option(
        names = "--to",
        paramLabel = "FILE",
        description = "target file (default: standard output)")
    private @Nullable String to;

    @Mixin private ProgressFlags told;

    private long export(HoldpointClient client, OutputStream out) throws CallFailed, IOException {
      try (ProgressLine progress = told.open("Export")) {
        return client
            .audit()
            .export(out, lines -> progress.ofAtMost(lines, "line"), progress::reading);
      }
    }

    @Override
    protected int run(HoldpointClient client) throws CallFailed, IOException {
      if (to == null) {
        export(client, System.out);
        System.out.flush();
        return ExitCode.OK;
      }
      Path file = Path.of(to).toAbsolutePath();
      // A half of an export must not be taken for one: the name is given to the whole only.
      Path draft = file.resolveSibling(file.getFileName() + ".part");
      long bytes;
      Files.deleteIfExists(draft);
      try (OutputStream out = Files.newOutputStream(draft, CREATE_NEW, WRITE)) {
        bytes = export(client, out);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      if (json()) {
        printJson(Map.of("file", to, "bytes", bytes));
      } else {
        out().println(Visible.line(to));
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "checkpoints",
      description = "Lists the checkpoints of the ledger, the oldest first.",
      footer = {
        "  holdpoint audit checkpoints",
        "  holdpoint audit checkpoints --all --json | jq -r '.[-1].record_hash'"
      })
  static final class AuditCheckpoints extends ListCommand<CheckpointView> {
    @Override
    protected Page<CheckpointView> page(HoldpointClient client, PageRequest wish)
        throws CallFailed {
      return client.audit().checkpoints(wish);
    }

    @Override
    protected Table table(List<CheckpointView> rows) {
      Table table = new Table("SEQUENCE", "TIME", "ABOUT", "ACTIONS", "HASH");
      for (CheckpointView row : rows) {
        String run = row.runId();
        Integer count = row.count();
        table.row(
            Long.toString(row.sequence()),
            Times.at(row.timestampMs()),
            run == null ? "key " + row.keyIdAdded() : run,
            count == null ? "" : count.toString(),
            row.recordHash());
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No checkpoints.";
    }
  }

  @Command(
      name = "keys",
      description = {
        "Lists the public keys that signed the ledger, the oldest first.",
        "Keep one outside the daemon's reach, for 'audit verify'."
      },
      footer = {"  holdpoint audit keys", "  holdpoint audit keys --json"})
  static final class ListKeys extends DaemonCommand {
    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      List<AuditKeyView> keys = client.audit().keys();
      if (json()) {
        printJson(keys);
        return ExitCode.OK;
      }
      Table table = new Table("KEY", "ADDED", "SIGNS");
      for (AuditKeyView key : keys) {
        table.row(line(key), Times.at(key.addedAtMs()), key.current() ? "now" : "no more");
      }
      table.print(out(), paint());
      return ExitCode.OK;
    }

    /** As {@code verify --public-key} takes it. */
    static String line(AuditKeyView key) {
      return key.keyId() + ":" + key.publicKey();
    }
  }

  @Command(
      name = "rotate-key",
      description = {
        "Creates a new signing key and prints its public key.",
        "The old key signs the new one, so a verifier that has the old key can "
            + "verify later records."
      },
      footer = "  holdpoint audit rotate-key")
  static final class AuditRotateKey extends DaemonCommand {
    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      AuditKeyView key = client.audit().rotateKey();
      if (json()) {
        printJson(key);
      } else {
        out().println(Visible.line(ListKeys.line(key)));
      }
      return ExitCode.OK;
    }
  }
}
