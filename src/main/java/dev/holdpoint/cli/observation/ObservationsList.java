package dev.holdpoint.cli.observation;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.schedule.ScheduleBodies.ObservationView;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = "Lists observations, the newest first.",
    footer = "  holdpoint observations list --session deploys")
final class ObservationsList extends ListCommand<ObservationView> {
  @Option(
      names = "--session",
      paramLabel = "SESSION",
      description = "only observations of this session")
  private @Nullable String sessionId;

  @Override
  protected Page<ObservationView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.observations().page(sessionId, wish);
  }

  @Override
  protected Table table(List<ObservationView> rows) {
    Table table = new Table("OBSERVATION", "SESSION", "SOURCE", "CAME", "RUN");
    for (ObservationView row : rows) {
      table.row(
          row.observationId(),
          row.sessionId(),
          row.source(),
          Times.from(System.currentTimeMillis(), row.createdAtMs()),
          row.runId());
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No observations. Add one with: holdpoint observations add SESSION TEXT";
  }
}
