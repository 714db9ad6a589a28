package dev.holdpoint.cli.audit;

import dev.holdpoint.api.audit.AuditBodies.AuditKeyView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;

@Command(
    name = "rotate-key",
    description = {
      "Creates a new signing key and prints its public key.",
      "The old key signs the new one, so a verifier that has the old key can "
          + "verify later records."
    },
    footer = "  holdpoint audit rotate-key")
final class AuditRotateKey extends DaemonCommand {
  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    AuditKeyView key = client.audit().rotateKey();
    if (json()) {
      printJson(key);
    } else {
      out().println(Visible.line(AuditKeys.line(key)));
    }
    return ExitCode.OK;
  }
}
