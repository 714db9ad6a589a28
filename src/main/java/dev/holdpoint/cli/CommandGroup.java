package dev.holdpoint.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A word that does nothing alone and says which words may follow. */
@Command(mixinStandardHelpOptions = true, footerHeading = "%nExamples:%n")
public abstract class CommandGroup implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public final void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
