package dev.holdpoint.cli.key;

import dev.holdpoint.api.access.KeyBodies.ServiceKeyView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "list",
    description = "Lists the service keys of a tenant, without their secrets.",
    footer = "  holdpoint keys service list tnt_01M7EP4BTA0000D5JFGYZTA0B9")
final class ServiceList extends ListCommand<ServiceKeyView> {
  @Mixin private TenantFlag tenant;

  @Override
  protected Page<ServiceKeyView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.tenants().serviceKeys(tenant.id(), wish);
  }

  @Override
  protected Table table(List<ServiceKeyView> rows) {
    Table table = new Table("KEY", "NAME", "STATE", "MADE", "SCOPES");
    for (ServiceKeyView row : rows) {
      table.row(
          row.keyId(),
          row.name(),
          Wire.name(row.state()),
          row.createdAt(),
          String.join(" ", row.scopes()));
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No service keys. Add one with: holdpoint keys service add TENANT NAME";
  }
}
