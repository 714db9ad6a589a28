package dev.holdpoint.daemon;

import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.RefusalText;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.access.ApproveCommand;
import dev.holdpoint.cli.access.KeysCommand;
import dev.holdpoint.cli.access.OpenCommand;
import dev.holdpoint.cli.access.SignCommand;
import dev.holdpoint.cli.access.TenantsCommand;
import dev.holdpoint.cli.access.TokensCommand;
import dev.holdpoint.cli.access.WebSessionsCommand;
import dev.holdpoint.cli.agent.AcpCommand;
import dev.holdpoint.cli.agent.AgentsCommand;
import dev.holdpoint.cli.agent.McpCommand;
import dev.holdpoint.cli.agent.RoutesCommand;
import dev.holdpoint.cli.audit.AuditCommand;
import dev.holdpoint.cli.audit.VaultCommand;
import dev.holdpoint.cli.connect.ConnectCommand;
import dev.holdpoint.cli.content.AssetsCommand;
import dev.holdpoint.cli.content.BoardsCommand;
import dev.holdpoint.cli.daemon.BackupCommand;
import dev.holdpoint.cli.daemon.CompletionCommand;
import dev.holdpoint.cli.daemon.NodesCommand;
import dev.holdpoint.cli.daemon.StatsCommand;
import dev.holdpoint.cli.daemon.StatusCommand;
import dev.holdpoint.cli.delivery.DeliveriesCommand;
import dev.holdpoint.cli.delivery.NotificationsCommand;
import dev.holdpoint.cli.demo.DemoFailed;
import dev.holdpoint.cli.gate.ApprovalsCommand;
import dev.holdpoint.cli.gate.QuestionsCommand;
import dev.holdpoint.cli.gate.TriageCommand;
import dev.holdpoint.cli.inbox.InboxCommand;
import dev.holdpoint.cli.memory.LearningsCommand;
import dev.holdpoint.cli.memory.MemoryCommand;
import dev.holdpoint.cli.memory.SkillsCommand;
import dev.holdpoint.cli.permission.RulesCommand;
import dev.holdpoint.cli.policy.GroupsCommand;
import dev.holdpoint.cli.policy.PeopleCommand;
import dev.holdpoint.cli.policy.PoliciesCommand;
import dev.holdpoint.cli.run.RunsCommand;
import dev.holdpoint.cli.schedule.ObservationsCommand;
import dev.holdpoint.cli.schedule.SchedulesCommand;
import dev.holdpoint.cli.session.PersonasCommand;
import dev.holdpoint.cli.session.SessionsCommand;
import dev.holdpoint.cli.team.ChannelsCommand;
import dev.holdpoint.cli.team.ProjectsCommand;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.daemon.config.ConfigException;
import dev.holdpoint.daemon.start.StartRefused;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line's root, and what every command has in common: help, and how errors are told. */
@Command(
    name = "holdpoint",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "A daemon in which the runs of AI agents wait for a person's decision, "
            + "across restarts.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  holdpoint demo                 a demonstration",
      "  holdpoint serve                start the daemon on 127.0.0.1:4747",
      "  holdpoint inbox                decide pending requests in the terminal",
      "  holdpoint open                 decide them in a browser; --qr for a phone",
      "  holdpoint sessions send deploys 'Roll out 1.4' --wait",
      "  holdpoint tokens add ada --role operator",
      "  holdpoint status               state of the daemon and pending requests",
      "  holdpoint doctor               find problems and what to do about them",
      "  holdpoint backup               back up everything while the daemon is running",
      "  holdpoint config show          show the configuration and its sources",
      "  holdpoint <command> --help     help for a command"
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  /** Every command of the program. A new one is added here and nowhere else. */
  private static Map<String, Supplier<Object>> commands() {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("demo", () -> new DemoCommand(Main.class));
    commands.put("serve", ServeCommand::new);
    commands.put("inbox", InboxCommand::new);
    commands.put("open", OpenCommand::new);
    commands.put("status", StatusCommand::new);
    commands.put("stats", StatsCommand::new);
    commands.put("sessions", SessionsCommand::new);
    commands.put("personas", PersonasCommand::new);
    commands.put("runs", RunsCommand::new);
    commands.put("approvals", ApprovalsCommand::new);
    commands.put("approve", ApproveCommand::new);
    commands.put("sign", SignCommand::new);
    commands.put("questions", QuestionsCommand::new);
    commands.put("triage", TriageCommand::new);
    commands.put("rules", RulesCommand::new);
    commands.put("people", PeopleCommand::new);
    commands.put("groups", GroupsCommand::new);
    commands.put("policies", PoliciesCommand::new);
    commands.put("memory", MemoryCommand::new);
    commands.put("learnings", LearningsCommand::new);
    commands.put("skills", SkillsCommand::new);
    commands.put("schedules", SchedulesCommand::new);
    commands.put("observations", ObservationsCommand::new);
    commands.put("channels", ChannelsCommand::new);
    commands.put("projects", ProjectsCommand::new);
    commands.put("deliveries", DeliveriesCommand::new);
    commands.put("notifications", NotificationsCommand::new);
    commands.put("agents", AgentsCommand::new);
    commands.put("routes", RoutesCommand::new);
    commands.put("assets", AssetsCommand::new);
    commands.put("boards", BoardsCommand::new);
    commands.put("connect", ConnectCommand::withPrograms);
    commands.put("acp", AcpCommand::new);
    commands.put("mcp", McpCommand::new);
    commands.put("audit", AuditCommand::new);
    commands.put("vault", VaultCommand::new);
    commands.put("tokens", TokensCommand::new);
    commands.put("web-sessions", WebSessionsCommand::new);
    commands.put("tenants", TenantsCommand::new);
    commands.put("keys", KeysCommand::new);
    commands.put("nodes", NodesCommand::new);
    commands.put("doctor", DoctorCommand::new);
    commands.put("backup", BackupCommand::new);
    commands.put("restore", RestoreCommand::new);
    commands.put("ledger", LedgerCommand::new);
    commands.put("config", ConfigCommand::new);
    commands.put("completion", CompletionCommand::new);
    commands.put("train", () -> new TrainCommand(Main::commandLine));
    return commands;
  }

  public static void main(String[] args) {
    System.exit(commandLine(args).execute(args));
  }

  /**
   * With the command that {@code args} begin with, or with all where they name none: to look at
   * every command would take most of the time in which a short one answers.
   */
  static CommandLine commandLine(String... args) {
    CommandLine root = new CommandLine(new Main());
    Map<String, Supplier<Object>> commands = commands();
    Supplier<Object> named = args.length == 0 ? null : commands.get(args[0]);
    if (named == null || args[0].equals("completion")) {
      commands.forEach((name, command) -> root.addSubcommand(name, command.get()));
    } else {
      root.addSubcommand(args[0], named.get());
    }
    // A text that begins with @ is a text, not a file of arguments.
    root.setExpandAtFiles(false);
    root.setParameterExceptionHandler(
        (problem, _) ->
            complain(
                problem.getCommandLine().getErr(),
                firstLine(problem)
                    + ". See '"
                    + problem.getCommandLine().getCommandSpec().qualifiedName()
                    + " --help'",
                ExitCode.BAD_REQUEST));
    root.setExecutionExceptionHandler(
        (problem, command, _) ->
            switch (problem) {
              case ConfigException e ->
                  complain(command.getErr(), firstLine(e), ExitCode.BAD_REQUEST);
              case StartRefused e -> complain(command.getErr(), firstLine(e), e.exitCode());
              case CallFailed e -> complain(command.getErr(), RefusalText.told(e), ExitCode.of(e));
              // With the end of the daemon's log, which nobody can read afterwards.
              case DemoFailed e ->
                  complain(command.getErr(), String.valueOf(e.getMessage()), ExitCode.FAILED);
              case IOException e -> complain(command.getErr(), firstLine(e), ExitCode.FAILED);
              // A defect: whoever reports it needs to see where.
              default -> throw problem;
            });
    return root;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int complain(PrintWriter err, String line, int exitCode) {
    err.println("holdpoint: " + line);
    return exitCode;
  }

  private static String firstLine(Exception e) {
    String message = e.getMessage();
    return message == null ? e.toString() : Visible.line(message.lines().findFirst().orElse(""));
  }
}
