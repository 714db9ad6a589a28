package dev.holdpoint.daemon;

import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.RefusalText;
import dev.holdpoint.cli.UsageError;
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
import dev.holdpoint.cli.permit.PermitsCommand;
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
import dev.holdpoint.daemon.start.Preparation;
import dev.holdpoint.daemon.start.StartRefused;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
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
  private static final Set<String> VERSION = Set.of("--version", "-V");

  @Spec private CommandSpec spec;

  /** Every command of the program. A new one is added here and nowhere else. */
  private static CommandMenu commands() {
    return new CommandMenu()
        .group("Answer")
        .add("inbox", InboxCommand::new)
        .add("open", OpenCommand::new)
        .add("approvals", ApprovalsCommand::new)
        .add("questions", QuestionsCommand::new)
        .add("triage", TriageCommand::new)
        .add("approve", ApproveCommand::new)
        .add("sign", SignCommand::new)
        .group("Ask")
        .add("sessions", SessionsCommand::new)
        .add("personas", PersonasCommand::new)
        .add("assets", AssetsCommand::new)
        .add("boards", BoardsCommand::new)
        .add("channels", ChannelsCommand::new)
        .add("projects", ProjectsCommand::new)
        .add("memory", MemoryCommand::new)
        .add("learnings", LearningsCommand::new)
        .add("skills", SkillsCommand::new)
        .group("Watch")
        .add("status", StatusCommand::new)
        .add("stats", StatsCommand::new)
        .add("runs", RunsCommand::new)
        .add("deliveries", DeliveriesCommand::new)
        .add("observations", ObservationsCommand::new)
        .add("people", PeopleCommand::new)
        .group("Automate")
        .add("rules", RulesCommand::new)
        .add("policies", PoliciesCommand::new)
        .add("groups", GroupsCommand::new)
        .add("schedules", SchedulesCommand::new)
        .add("notifications", NotificationsCommand::new)
        .group("Connect")
        .add("connect", ConnectCommand::withPrograms)
        .add("agents", AgentsCommand::new)
        .add("routes", RoutesCommand::new)
        .add("mcp", McpCommand::new)
        .add("acp", AcpCommand::new)
        .group("Operate")
        .add("serve", ServeCommand::new)
        .add("demo", () -> new DemoCommand(Main.class))
        .add("doctor", DoctorCommand::new)
        .add("config", ConfigCommand::new)
        .add("tokens", TokensCommand::new)
        .add("web-sessions", WebSessionsCommand::new)
        .add("tenants", TenantsCommand::new)
        .add("vault", VaultCommand::new)
        .add("nodes", NodesCommand::new)
        .add("backup", BackupCommand::new)
        .add("restore", RestoreCommand::new)
        .add("ledger", LedgerCommand::new)
        .add("completion", CompletionCommand::new)
        .group("Prove")
        .add("audit", AuditCommand::new)
        .add("permits", PermitsCommand::new)
        .add("keys", KeysCommand::new)
        .addHidden("train", () -> new TrainCommand(Main::commandLine));
  }

  public static void main(String[] args) {
    if (args.length > 0 && args[0].equals("serve")) {
      Preparation.begin();
    }
    System.exit(commandLine(args).execute(args));
  }

  /**
   * With the command that {@code args} begin with, or with all where they name none: to look at
   * every command would take most of the time in which a short one answers. Which version this is
   * needs none of them.
   */
  static CommandLine commandLine(String... args) {
    CommandLine root = new CommandLine(new Main());
    CommandMenu menu = commands();
    Map<String, Supplier<Object>> commands = menu.all();
    Supplier<Object> named = args.length == 0 ? null : commands.get(args[0]);
    if (named != null && !args[0].equals("completion")) {
      root.addSubcommand(args[0], named.get());
    } else if (!(args.length == 1 && VERSION.contains(args[0]))) {
      commands.forEach((name, command) -> root.addSubcommand(name, command.get()));
    }
    root.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
    root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, menu::listed);
    // A text that begins with @ is a text, not a file of arguments.
    root.setExpandAtFiles(false);
    root.setParameterExceptionHandler(
        (problem, _) ->
            complain(
                problem.getCommandLine().getErr(), UsageError.line(problem), ExitCode.BAD_REQUEST));
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
