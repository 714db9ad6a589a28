package dev.holdpoint.cli;

import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.ClientJson;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What every command has that calls a daemon: help, whom to call, and {@code --json}. */
@Command(
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    abbreviateSynopsis = true)
public abstract class DaemonCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private DaemonFlags daemon;

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  /** Returns the exit code. */
  protected abstract int run(HoldpointClient client) throws Exception;

  @Override
  public final Integer call() throws Exception {
    try {
      return run(daemon.client());
    } finally {
      out().flush();
      err().flush();
    }
  }

  protected final DaemonFlags daemonFlags() {
    return daemon;
  }

  public final boolean json() {
    return json;
  }

  public final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  public final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  public final Paint paint() {
    return Paint.ofProcess();
  }

  public final void printJson(Object value) {
    out().println(Visible.json(ClientJson.pretty(value)));
  }

  /** For something that is shown beside the result and that no script should read as one. */
  protected final void note(String text) {
    err().println(text);
    err().flush();
  }

  /** What was typed cannot be meant. */
  protected final ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
