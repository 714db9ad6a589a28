package dev.holdpoint.cli.audit;

import dev.holdpoint.api.audit.AuditBodies.AuditKeyView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "keys",
    description = {
      "Lists the public keys that signed the ledger, the oldest first.",
      "Keep one outside the daemon's reach, for 'audit verify'."
    },
    footer = {"  holdpoint audit keys", "  holdpoint audit keys --json"})
final class AuditKeys extends DaemonCommand {
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
