package dev.holdpoint.cli.schedule;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleView;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = "Lists schedules, the newest first.",
    footer = "  holdpoint schedules list --session deploys")
final class SchedulesList extends ListCommand<ScheduleView> {
  @Option(
      names = "--session",
      paramLabel = "SESSION",
      description = "only schedules of this session")
  private @Nullable String sessionId;

  @Override
  protected Page<ScheduleView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.schedules().page(sessionId, wish);
  }

  @Override
  protected Table table(List<ScheduleView> rows) {
    Table table = new Table("SCHEDULE", "SESSION", "STATE", "WHEN", "NEXT");
    for (ScheduleView row : rows) {
      table.row(
          row.scheduleId(),
          row.sessionId(),
          row.enabled() ? "on" : "off",
          ScheduleText.when(row.trigger()),
          ScheduleText.next(row));
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No schedules. Add one with: holdpoint schedules add SESSION TEXT --every 6h";
  }
}
