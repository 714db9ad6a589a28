package dev.holdpoint.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Whether a command that takes its time says how far it is: {@code @Mixin ProgressFlags told}. */
public final class ProgressFlags {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--quiet", description = "show no progress")
  private boolean quiet;

  public ProgressLine open(String what) {
    return ProgressLine.open(command.commandLine().getErr(), what, !quiet);
  }
}
