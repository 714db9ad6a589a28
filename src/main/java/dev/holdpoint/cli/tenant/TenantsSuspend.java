package dev.holdpoint.cli.tenant;

import dev.holdpoint.api.access.TenantBodies.TenantView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "suspend",
    description =
        "Suspends a tenant and those below it: their data cannot be changed, and "
            + "approvals cannot be decided.",
    footer = "  holdpoint tenants suspend tnt_01M7EP4BTA0000D5JFGYZTA0B9")
final class TenantsSuspend extends DaemonCommand {
  @Parameters(paramLabel = "TENANT", description = "its id, from 'holdpoint tenants list'")
  private String id;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    TenantView tenant = client.tenants().suspend(id);
    if (json()) {
      printJson(tenant);
    } else {
      note("Suspended " + Visible.line(tenant.name()) + ".");
    }
    return ExitCode.OK;
  }
}
