package dev.holdpoint.cli.vault;

import dev.holdpoint.api.audit.AuditBodies.VaultView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;

@Command(
    name = "rotate",
    description = {
      "Creates a new key, encrypts every secret with it, and deletes the old key.",
      "If the key comes from the environment or a command, see docs/vault.md."
    },
    footer = "  holdpoint vault rotate")
final class VaultRotate extends DaemonCommand {
  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    VaultView vault = client.vault().rotate();
    if (json()) {
      printJson(vault);
    } else {
      VaultStatus.print(new Facts(out(), paint()), vault);
    }
    return ExitCode.OK;
  }
}
