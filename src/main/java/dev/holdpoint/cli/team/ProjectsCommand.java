package dev.holdpoint.cli.team;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.team.TeamBodies.CreateProjectRequest;
import dev.holdpoint.api.team.TeamBodies.CreateTaskRequest;
import dev.holdpoint.api.team.TeamBodies.ProjectView;
import dev.holdpoint.api.team.TeamBodies.TaskView;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.WorkText;
import dev.holdpoint.cli.team.ProjectsCommand.ProjectsAddTask;
import dev.holdpoint.cli.team.ProjectsCommand.ProjectsCreate;
import dev.holdpoint.cli.team.ProjectsCommand.ProjectsList;
import dev.holdpoint.cli.team.ProjectsCommand.ProjectsStart;
import dev.holdpoint.cli.team.ProjectsCommand.ProjectsTasks;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint projects}. */
@Command(
    name = "projects",
    description = "Projects: tasks that are assigned to sessions.",
    subcommands = {
      ProjectsList.class,
      ProjectsCreate.class,
      ProjectsTasks.class,
      ProjectsAddTask.class,
      ProjectsStart.class
    },
    footer = {
      "  holdpoint projects create move --member deploys",
      "  holdpoint projects add-task move 'Pack the boxes' --session deploys --title Pack",
      "  holdpoint projects start move tsk_01M7EP4AKH0000F3ZBANCQVE8E",
      "",
      ExitCode.TABLE
    })
public final class ProjectsCommand extends CommandGroup {
  @Command(
      name = "create",
      description = "Creates a project, or returns the existing one if it is identical.",
      footer = "  holdpoint projects create move --member deploys")
  static final class ProjectsCreate extends DaemonCommand {
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
      ProjectView made =
          client.projects().create(new CreateProjectRequest(id, shown, members, null));
      if (json()) {
        printJson(made);
      } else {
        // The name and nothing else, so that a script can take it.
        out().println(Visible.line(made.projectId()));
      }
      return ExitCode.OK;
    }
  }

  @Command(
      name = "list",
      description = "Lists projects, the newest first.",
      footer = "  holdpoint projects list")
  static final class ProjectsList extends ListCommand<ProjectView> {

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

  @Command(
      name = "tasks",
      description = "Lists a project's tasks, the newest first.",
      footer = "  holdpoint projects tasks move")
  static final class ProjectsTasks extends ListCommand<TaskView> {
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

  @Command(
      name = "add-task",
      description = {
        "Adds a task for a session and prints its id. 'projects start' starts it.",
        "Without TEXT the text is read from --file or standard input."
      },
      footer = "  holdpoint projects add-task move 'Pack the boxes' --session deploys --title Pack")
  static final class ProjectsAddTask extends DaemonCommand {
    private static final int TITLE = 60;

    @Parameters(index = "0", paramLabel = "PROJECT", description = "the project's name")
    private String projectId;

    @Parameters(index = "1", arity = "0..1", paramLabel = "TEXT", description = "the text")
    private @Nullable String text;

    @Mixin private WorkText work;

    @Option(
        names = "--session",
        required = true,
        paramLabel = "SESSION",
        description = "session that does the task")
    private String sessionId = "";

    @Option(
        names = "--title",
        paramLabel = "TEXT",
        description = "title (default: the beginning of the text)")
    private @Nullable String title;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      String content = work.read(text);
      TaskView task =
          client
              .projects()
              .add(
                  projectId,
                  new CreateTaskRequest(
                      title == null ? beginning(content) : title, sessionId, content, null));
      if (json()) {
        printJson(task);
      } else {
        out().println(Visible.line(task.taskId()));
      }
      return ExitCode.OK;
    }

    private static String beginning(String content) {
      String line = content.strip().lines().findFirst().orElse("task");
      return line.codePointCount(0, line.length()) <= TITLE
          ? line
          : line.substring(0, line.offsetByCodePoints(0, TITLE)) + "…";
    }
  }

  @Command(
      name = "start",
      description =
          "Starts a task in its session and prints the run. A task that is already "
              + "running is not started again.",
      footer = "  holdpoint projects start move tsk_01M7EP4AKH0000F3ZBANCQVE8E")
  static final class ProjectsStart extends DaemonCommand {
    @Parameters(index = "0", paramLabel = "PROJECT", description = "the project's name")
    private String projectId;

    @Parameters(
        index = "1",
        paramLabel = "TASK",
        description = "its id, from 'holdpoint projects tasks'")
    private String taskId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      RunView run = client.projects().start(projectId, taskId);
      if (json()) {
        printJson(run);
      } else {
        out().println(Visible.line(run.runId()));
      }
      return ExitCode.OK;
    }
  }
}
