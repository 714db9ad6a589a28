package dev.holdpoint.cli.board;

import dev.holdpoint.cli.StandardInput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
    return StandardInput.text(
        command,
        text,
        file,
        "the text was given twice, with --text and with --file",
        "say what it says: --text TEXT, --file FILE, or standard input from elsewhere");
  }
}
