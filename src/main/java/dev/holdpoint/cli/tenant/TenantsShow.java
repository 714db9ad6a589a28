package dev.holdpoint.cli.tenant;

import dev.holdpoint.api.access.TenantBodies.TenantView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    aliases = "get",
    description = "Shows one tenant and its approval policy.",
    footer = {
      "  holdpoint tenants show tnt_01M7EP4BTA0000D5JFGYZTA0B9",
      "  holdpoint tenants show tnt_root"
    })
final class TenantsShow extends DaemonCommand {
  @Parameters(paramLabel = "TENANT", description = "its id, from 'holdpoint tenants list'")
  private String id;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    TenantView tenant = client.tenants().find(id);
    if (json()) {
      printJson(tenant);
    } else {
      TenantText.print(tenant, out(), paint());
    }
    return ExitCode.OK;
  }
}
