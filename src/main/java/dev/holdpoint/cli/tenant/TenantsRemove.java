package dev.holdpoint.cli.tenant;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "remove",
    description = {
      "Removes a tenant that nothing depends on.",
      "It must have no conversations, child tenants, tokens or keys that are "
          + "not revoked; the error names one of them. The exit code is then 6."
    },
    footer = "  holdpoint tenants remove tnt_01M7EP4BTA0000D5JFGYZTA0B9")
final class TenantsRemove extends DaemonCommand {
  @Parameters(paramLabel = "TENANT", description = "its id, from 'holdpoint tenants list'")
  private String id;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    client.tenants().remove(id);
    if (json()) {
      printJson(Map.of("removed", id));
    } else {
      note("Removed.");
    }
    return ExitCode.OK;
  }
}
