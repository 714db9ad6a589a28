package dev.holdpoint.cli.key;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "revoke",
    description = "Revokes a service key. The daemon rejects it immediately.",
    footer =
        "  holdpoint keys service revoke tnt_01M7EP4BTA0000D5JFGYZTA0B9"
            + " key_01M7EP4BTA0000D5JFGYZTA0B9")
final class ServiceRevoke extends DaemonCommand {
  @Mixin private TenantFlag tenant;

  @Parameters(index = "1", paramLabel = "KEY", description = "its id, from the list")
  private String id;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    client.tenants().revokeServiceKey(tenant.id(), id);
    if (json()) {
      printJson(Map.of("revoked", id));
    } else {
      note("Revoked.");
    }
    return ExitCode.OK;
  }
}
