package dev.holdpoint.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A text that is typed, read from a file or piped in: {@code @Mixin WorkText work}. */
public final class WorkText {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--file", paramLabel = "FILE", description = "read the text; - is standard input")
  private @Nullable String file;

  /**
   * @param text as it was typed, or null
   */
  public String read(@Nullable String text) {
    return StandardInput.text(
        command,
        text,
        file,
        "the text was given twice, as TEXT and with --file",
        "give a text: TEXT, --file FILE, or standard input from elsewhere");
  }
}
