package dev.holdpoint.cli;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
    if (text != null && file != null) {
      throw usage("the text was given twice, as TEXT and with --file");
    }
    if (text != null) {
      return text;
    }
    if (file == null && StandardInput.isTyped()) {
      throw usage("give a text: TEXT, --file FILE, or standard input from elsewhere");
    }
    try {
      return StandardInput.read(file == null ? "-" : file);
    } catch (IOException e) {
      throw usage("the text cannot be read: " + e.getMessage());
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
