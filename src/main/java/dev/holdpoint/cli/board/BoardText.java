package dev.holdpoint.cli.board;

import dev.holdpoint.cli.StandardInput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a board is to say: {@code @Mixin BoardText text}. */
final class BoardText {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--text", paramLabel = "TEXT", description = "what it says")
  private @Nullable String text;

  @Option(names = "--file", paramLabel = "FILE", description = "read it; - is standard input")
  private @Nullable String file;

  String read() {
    if (text != null && file != null) {
      throw usage("the text was given twice, with --text and with --file");
    }
    if (text != null) {
      return text;
    }
    if (file == null && StandardInput.isTyped()) {
      throw usage("say what it says: --text TEXT, --file FILE, or standard input from elsewhere");
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
