package dev.holdpoint.cli.tenant;

import dev.holdpoint.api.access.TenantBodies.TenantView;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description = "Lists the tenants, the newest first, without the root tenant.",
    footer = {"  holdpoint tenants list", "  holdpoint tenants list --all --json"})
final class TenantsList extends ListCommand<TenantView> {
  @Override
  protected Page<TenantView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.tenants().page(wish);
  }

  @Override
  protected Table table(List<TenantView> rows) {
    Table table = new Table("TENANT", "NAME", "EXTERNAL", "PARENT", "STATE", "SIGNED", "APPROVERS");
    for (TenantView row : rows) {
      table.row(
          row.tenantId(),
          row.name(),
          Objects.requireNonNullElse(row.externalId(), "-"),
          Objects.requireNonNullElse(row.parentTenantId(), "-"),
          Wire.name(row.state()),
          row.approvalPolicy().signatureRequired() ? "yes" : "no",
          String.valueOf(row.approvalPolicy().approvalsRequired()));
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No tenants except the root tenant. Add one with: holdpoint tenants add NAME";
  }
}
