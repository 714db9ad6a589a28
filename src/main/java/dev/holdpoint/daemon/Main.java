package dev.holdpoint.daemon;

import dev.holdpoint.cli.CompletionCommand;
import dev.holdpoint.cli.DemoFailed;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.StatusCommand;
import dev.holdpoint.cli.TokensCommand;
import dev.holdpoint.client.CallFailed;
import dev.holdpoint.daemon.config.ConfigException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line's root, and what every command has in common: help, and how errors are told. */
@Command(
    name = "holdpoint",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description = "A place where AI agent runs stop for a person's decision, and survive the wait.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  holdpoint demo                 the main job, in front of you",
      "  holdpoint serve                the daemon, on 127.0.0.1:4747",
      "  holdpoint tokens add ada --role operator",
      "  holdpoint status               how the daemon is, and what waits",
      "  holdpoint config show          what is configured, and from where",
      "  holdpoint <command> --help     what a command takes"
    })
public final class Main implements Runnable {
  static final int FAILED = ExitCode.FAILED;

  @Spec private CommandSpec spec;

  /** Every command of the program. A new one is added here and nowhere else. */
  private static List<Object> commands() {
    return List.of(
        new DemoCommand(),
        new ServeCommand(),
        new StatusCommand(),
        new TokensCommand(),
        new ConfigCommand(),
        new CompletionCommand(),
        new TrainCommand());
  }

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine root = new CommandLine(new Main());
    commands().forEach(root::addSubcommand);
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
              case StartRefused e -> complain(command.getErr(), firstLine(e), FAILED);
              case CallFailed e -> complain(command.getErr(), told(e), ExitCode.of(e));
              // With the end of the daemon's log, which nobody can read afterwards.
              case DemoFailed e ->
                  complain(command.getErr(), String.valueOf(e.getMessage()), FAILED);
              // A defect: whoever reports it needs to see where.
              default -> throw problem;
            });
    return root;
  }

  static String version() {
    String version = Main.class.getPackage().getImplementationVersion();
    return version == null ? "0-unpackaged" : version;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int complain(PrintWriter err, String line, int exitCode) {
    err.println("holdpoint: " + line);
    return exitCode;
  }

  /** One line; a further one for each place of the request that was wrong. */
  private static String told(CallFailed failure) {
    StringBuilder told = new StringBuilder(firstLine(failure));
    failure
        .errors()
        .forEach(
            fault ->
                told.append("\n  ").append(fault.pointer()).append(": ").append(fault.message()));
    return told.toString();
  }

  private static String firstLine(Exception e) {
    String message = e.getMessage();
    return message == null ? e.toString() : message.lines().findFirst().orElse("");
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "holdpoint " + version(), "Java " + Runtime.version() + ", " + System.getProperty("os.arch")
      };
    }
  }
}
