package dev.holdpoint.cli.project;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.team.TeamBodies.ProjectView;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description = "Lists projects, the newest first.",
    footer = "  holdpoint projects list")
final class ProjectsList extends ListCommand<ProjectView> {

  @Override
  protected Page<ProjectView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.projects().page(wish);
  }

  @Override
  protected Table table(List<ProjectView> rows) {
    Table table = new Table("PROJECT", "TITLE", "MEMBERS");
    for (ProjectView row : rows) {
      table.row(row.projectId(), row.title(), String.join(", ", row.members()));
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No projects. Create one with: holdpoint projects create NAME";
  }
}
