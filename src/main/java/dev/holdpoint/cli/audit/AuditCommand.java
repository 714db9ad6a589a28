package dev.holdpoint.cli.audit;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint audit}. */
@Command(
    name = "audit",
    description = "The proof of all effects of agents outside the daemon.",
    subcommands = {
      AuditVerify.class,
      AuditExport.class,
      AuditKeys.class,
      AuditCheckpoints.class,
      AuditRotateKey.class
    },
    footer = {
      "  holdpoint audit export --to ledger.ndjson",
      "  holdpoint audit verify ledger.ndjson --public-key audit-public-key",
      "  holdpoint audit keys",
      "",
      ExitCode.TABLE + ",",
      "9 the proof is not valid"
    })
public final class AuditCommand extends CommandGroup {}
