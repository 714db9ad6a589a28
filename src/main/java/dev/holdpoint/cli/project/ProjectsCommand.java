package dev.holdpoint.cli.project;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

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
public final class ProjectsCommand extends CommandGroup {}
