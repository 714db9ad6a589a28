package dev.holdpoint.cli.project;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.team.TeamBodies.TaskView;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "tasks",
    description = "Lists a project's tasks, the newest first.",
    footer = "  holdpoint projects tasks move")
final class ProjectsTasks extends ListCommand<TaskView> {
  @Parameters(paramLabel = "PROJECT", description = "the project's name")
  private String projectId;

  @Override
  protected Page<TaskView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.projects().tasks(projectId, wish);
  }

  @Override
  protected Table table(List<TaskView> rows) {
    Table table = new Table("TASK", "TITLE", "SESSION", "STATUS", "RUN");
    for (TaskView row : rows) {
      table.row(
          row.taskId(),
          row.title(),
          row.sessionId(),
          Wire.name(row.status()).replace('_', ' '),
          row.runId() == null ? "" : row.runId());
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No tasks. Add one with: holdpoint projects add-task PROJECT TEXT --session SESSION";
  }
}
