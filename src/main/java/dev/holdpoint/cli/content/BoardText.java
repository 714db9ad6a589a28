package dev.holdpoint.cli.content;

import dev.holdpoint.cli.StandardInput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What a board is to say: {@code @Mixin BoardText text}. */
final class BoardText {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--text", paramLabel = "TEXT", description = "text of the board")
  private @Nullable String text;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "file with the text; - is standard input")
  private @Nullable String file;

  String read() {
    return StandardInput.text(
        command,
        text,
        file,
        "--text and --file cannot be combined",
        "no text: give --text TEXT, --file FILE, or pipe it to standard input");
  }
}
