package dev.holdpoint.cli.run;

import dev.holdpoint.api.audit.AuditBodies.ExternalActionView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "actions",
    description = "Lists the external actions of a run and who allowed them, the oldest first.",
    footer = "  holdpoint runs actions run_01M7EP4AKH0000F3ZBANCQVE8E")
final class RunsActions extends ListCommand<ExternalActionView> {
  @Parameters(paramLabel = "RUN", description = "the run's id")
  private String runId;

  @Override
  protected Page<ExternalActionView> page(HoldpointClient client, PageRequest wish)
      throws CallFailed {
    return client.runs().actions(runId, wish);
  }

  @Override
  protected Table table(List<ExternalActionView> rows) {
    Table table = new Table("N", "TIME", "PHASE", "KIND", "TARGET", "BY", "OUTCOME");
    for (ExternalActionView row : rows) {
      table.row(
          Integer.toString(row.sequence()),
          Times.at(row.timestampMs()),
          row.phase(),
          row.kind(),
          row.target(),
          row.principalId(),
          Objects.requireNonNullElse(row.outcome(), ""));
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "The run has no external actions.";
  }
}
