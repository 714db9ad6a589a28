package dev.holdpoint.cli.tenant;

import dev.holdpoint.api.access.TenantBodies.CreateTenantRequest;
import dev.holdpoint.api.access.TenantBodies.TenantView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "add",
    description = {
      "Creates a tenant and prints its id.",
      "It starts with its parent's approval policy; 'holdpoint tenants policy' changes it."
    },
    footer = {
      "  holdpoint tenants add acme --external-id acme:1",
      "  TENANT=$(holdpoint tenants add 'acme support' --parent tnt_01M7EP4BTA0000D5JFGYZTA0B9)"
    })
final class TenantsAdd extends DaemonCommand {
  @Parameters(paramLabel = "NAME", description = "unique among the tenants of one parent")
  private String name;

  @Option(
      names = "--external-id",
      paramLabel = "ID",
      description = "the host application's id for it; unique across all tenants")
  private @Nullable String externalId;

  @Option(
      names = "--parent",
      paramLabel = "TENANT",
      description = "parent tenant (default: the root tenant)")
  private @Nullable String parent;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    TenantView made = client.tenants().create(new CreateTenantRequest(name, externalId, parent));
    if (json()) {
      printJson(made);
    } else {
      note("Made tenant " + Visible.line(made.name()) + ".");
      out().println(made.tenantId());
    }
    return ExitCode.OK;
  }
}
