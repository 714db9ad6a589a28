package dev.holdpoint.cli.key;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.signed.SignedBodies.RefusedAssertionView;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "refused",
    description = "Lists the newest assertions of a tenant that were rejected, and their senders.",
    footer = "  holdpoint keys refused tnt_01M7EP4BTA0000D5JFGYZTA0B9")
final class RefusedList extends ListCommand<RefusedAssertionView> {
  @Mixin private TenantFlag tenant;

  @Override
  protected Page<RefusedAssertionView> page(HoldpointClient client, PageRequest wish)
      throws CallFailed {
    return client.tenants().refusedAssertions(tenant.id(), wish);
  }

  @Override
  protected Table table(List<RefusedAssertionView> rows) {
    Table table = new Table("WHEN", "APPROVAL", "DECISION", "KEY", "BY", "REQUEST");
    for (RefusedAssertionView row : rows) {
      table.row(
          Times.at(row.atMs()),
          row.approvalId(),
          row.decision(),
          row.keyId(),
          row.by(),
          row.requestId());
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No assertion of this tenant was rejected.";
  }
}
