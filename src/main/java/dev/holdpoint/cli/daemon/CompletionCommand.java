package dev.holdpoint.cli.daemon;

import dev.holdpoint.cli.ExitCode;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdpoint completion}. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Prints a completion script for a shell.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  source <(holdpoint completion bash)      in ~/.bashrc",
      "  source <(holdpoint completion zsh)       in ~/.zshrc, after compinit",
      "  holdpoint completion fish > ~/.config/fish/completions/holdpoint.fish"
    })
public final class CompletionCommand implements Callable<Integer> {
  private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SHELL",
      completionCandidates = Shells.class,
      description = "${COMPLETION-CANDIDATES}")
  private String shell = "";

  @Override
  public Integer call() {
    if (!SHELLS.contains(shell)) {
      throw new ParameterException(
          spec.commandLine(), "the shell '" + shell + "' is not supported; use bash, zsh or fish");
    }
    CommandLine root = spec.root().commandLine();
    PrintWriter out = spec.commandLine().getOut();
    // One script does for bash and zsh: it finds out which shell reads it.
    out.println(
        shell.equals("fish")
            ? FishScript.of(root)
            : AutoComplete.bash(root.getCommandName(), root));
    out.flush();
    return ExitCode.OK;
  }

  static final class Shells implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return SHELLS.iterator();
    }
  }
}
