package dev.holdpoint.daemon;

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
      "  holdpoint serve                the daemon, on 127.0.0.1:4747",
      "  holdpoint config show          what is configured, and from where",
      "  holdpoint config show --json   the same for a program",
      "  holdpoint <command> --help     what a command takes"
    })
public final class Main implements Runnable {
  static final int FAILED = 1;
  static final int BAD_USAGE = 2;

  @Spec private CommandSpec spec;

  /** Every command of the program. A new one is added here and nowhere else. */
  private static List<Object> commands() {
    return List.of(new ServeCommand(), new ConfigCommand(), new TrainCommand());
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
                BAD_USAGE));
    root.setExecutionExceptionHandler(
        (problem, command, _) ->
            switch (problem) {
              case ConfigException e -> complain(command.getErr(), firstLine(e), BAD_USAGE);
              case StartRefused e -> complain(command.getErr(), firstLine(e), FAILED);
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
