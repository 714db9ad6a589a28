package dev.holdpoint.cli.audit;

import dev.holdpoint.api.audit.AuditBodies.VaultView;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.audit.VaultCommand.VaultRotate;
import dev.holdpoint.cli.audit.VaultCommand.VaultStatus;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;

/** {@code holdpoint vault}. */
@Command(
    name = "vault",
    description = "The key that encrypts the secrets of conversations.",
    subcommands = {VaultStatus.class, VaultRotate.class},
    footer = {"  holdpoint vault status", "  holdpoint vault rotate", "", ExitCode.TABLE})
public final class VaultCommand extends CommandGroup {
  @Command(
      name = "status",
      description = {
        "Shows which key encrypts secrets, where it comes from, and the number of secrets.",
        "The key and the secrets are never shown."
      },
      footer = {"  holdpoint vault status", "  holdpoint vault status --json"})
  static final class VaultStatus extends DaemonCommand {
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

  @Command(
      name = "rotate",
      description = {
        "Creates a new key, encrypts every secret with it, and deletes the old key.",
        "If the key comes from the environment or a command, see docs/vault.md."
      },
      footer = "  holdpoint vault rotate")
  static final class VaultRotate extends DaemonCommand {
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
}
