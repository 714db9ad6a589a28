package dev.holdpoint.cli.key;

import dev.holdpoint.api.access.KeyBodies.ApproverKeyView;
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
import picocli.CommandLine.Mixin;

@Command(
    name = "list",
    description = "Lists the approver keys of a tenant, without their secrets.",
    footer = "  holdpoint keys approver list tnt_01M7EP4BTA0000D5JFGYZTA0B9")
final class ApproverList extends ListCommand<ApproverKeyView> {
  @Mixin private TenantFlag tenant;

  @Override
  protected Page<ApproverKeyView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.tenants().approverKeys(tenant.id(), wish);
  }

  @Override
  protected Table table(List<ApproverKeyView> rows) {
    Table table = new Table("KEY", "ALGORITHM", "PRINCIPAL", "NAME", "STATE", "ENDS", "MADE");
    for (ApproverKeyView row : rows) {
      table.row(
          row.keyId(),
          row.algorithm(),
          row.principal(),
          Objects.requireNonNullElse(row.name(), "-"),
          Wire.name(row.state()),
          Objects.requireNonNullElse(row.notAfter(), "never"),
          row.createdAt());
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No approver keys. Add one with: holdpoint keys approver add TENANT --generate ed25519"
        + " --out FILE";
  }
}
