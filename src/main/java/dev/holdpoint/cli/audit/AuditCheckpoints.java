package dev.holdpoint.cli.audit;

import dev.holdpoint.api.audit.AuditBodies.CheckpointView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "checkpoints",
    description = "Lists the checkpoints of the ledger, the oldest first.",
    footer = {
      "  holdpoint audit checkpoints",
      "  holdpoint audit checkpoints --all --json | jq -r '.[-1].record_hash'"
    })
final class AuditCheckpoints extends ListCommand<CheckpointView> {
  @Override
  protected Page<CheckpointView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.audit().checkpoints(wish);
  }

  @Override
  protected Table table(List<CheckpointView> rows) {
    Table table = new Table("SEQUENCE", "TIME", "ABOUT", "ACTIONS", "HASH");
    for (CheckpointView row : rows) {
      String run = row.runId();
      Integer count = row.count();
      table.row(
          Long.toString(row.sequence()),
          Times.at(row.timestampMs()),
          run == null ? "key " + row.keyIdAdded() : run,
          count == null ? "" : count.toString(),
          row.recordHash());
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No checkpoints.";
  }
}
