package dev.holdpoint.cli.vault;

import dev.holdpoint.api.audit.AuditBodies.VaultView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;

@Command(
    name = "status",
    description = {
      "Shows which key encrypts secrets, where it comes from, and the number of secrets.",
      "The key and the secrets are never shown."
    },
    footer = {"  holdpoint vault status", "  holdpoint vault status --json"})
final class VaultStatus extends DaemonCommand {
  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    VaultView vault = client.vault().status();
    if (json()) {
      printJson(vault);
    } else {
      print(new Facts(out(), paint()), vault);
    }
    return ExitCode.OK;
  }

  static void print(Facts facts, VaultView vault) {
    facts
        .line("key", vault.keyId())
        .line("source", vault.source())
        .line("secrets", Long.toString(vault.secrets()))
        .line(
            "older",
            vault.wrappedByOlder() == 0
                ? null
                : vault.wrappedByOlder() + " are encrypted with an older key");
  }
}
