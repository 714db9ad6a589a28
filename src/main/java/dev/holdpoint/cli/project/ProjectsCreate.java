package dev.holdpoint.cli.project;

import dev.holdpoint.api.team.TeamBodies.CreateProjectRequest;
import dev.holdpoint.api.team.TeamBodies.ProjectView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "create",
    description = "Creates a project, or returns the existing one if it is identical.",
    footer = "  holdpoint projects create move --member deploys")
final class ProjectsCreate extends DaemonCommand {
  @Parameters(arity = "0..1", paramLabel = "PROJECT", description = "name of the project")
  private @Nullable String id;

  @Option(names = "--title", paramLabel = "TEXT", description = "title (default: the name)")
  private @Nullable String title;

  @Option(
      names = "--member",
      paramLabel = "SESSION",
      description = "session that takes tasks; may be repeated (default: any session)")
  private List<String> members = List.of();

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    String shown = title != null ? title : id;
    if (shown == null) {
      throw usage("NAME or --title is required");
    }
    ProjectView made = client.projects().create(new CreateProjectRequest(id, shown, members, null));
    if (json()) {
      printJson(made);
    } else {
      // The name and nothing else, so that a script can take it.
      out().println(Visible.line(made.projectId()));
    }
    return ExitCode.OK;
  }
}
