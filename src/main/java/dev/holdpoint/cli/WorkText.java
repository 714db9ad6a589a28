package dev.holdpoint.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A text that is typed, read from a file or piped in: {@code @Mixin WorkText work}. */
public final class WorkText {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "file with the text; - is standard input")
  private @Nullable String file;

  /**
   * @param text as it was typed, or null
   */
  public String read(@Nullable String text) {
    return StandardInput.text(
        command,
        text,
        file,
        "TEXT and --file cannot be combined",
        "no text: give TEXT, --file FILE, or pipe it to standard input");
  }
}
