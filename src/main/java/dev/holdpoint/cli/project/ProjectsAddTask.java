package dev.holdpoint.cli.project;

import dev.holdpoint.api.team.TeamBodies.CreateTaskRequest;
import dev.holdpoint.api.team.TeamBodies.TaskView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.WorkText;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "add-task",
    description = {
      "Adds a task for a session and prints its id. 'projects start' starts it.",
      "Without TEXT the text is read from --file or standard input."
    },
    footer = "  holdpoint projects add-task move 'Pack the boxes' --session deploys --title Pack")
final class ProjectsAddTask extends DaemonCommand {
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
