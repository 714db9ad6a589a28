package dev.holdpoint.cli.session;

import dev.holdpoint.api.content.ContentBodies.AttachmentUpload;
import dev.holdpoint.api.session.InputBodies.CompletionRequirement;
import dev.holdpoint.api.session.InputBodies.InputItem;
import dev.holdpoint.cli.LocalFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What goes with the text of some work: {@code @Mixin WorkFlags more}. */
final class WorkFlags {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--attach", paramLabel = "FILE", description = "local file to attach")
  private List<String> files = new ArrayList<>();

  @Option(names = "--asset", paramLabel = "ID", description = "a stored file")
  private List<String> assets = new ArrayList<>();

  @Option(
      names = "--board",
      paramLabel = "ID[@REVISION]",
      description = "a board, in its newest or a given revision")
  private List<String> boards = new ArrayList<>();

  @Option(
      names = "--binding-key",
      paramLabel = "KEY",
      description = "binding key: a name that leads to this session from now on")
  private List<String> keys = new ArrayList<>();

  @Option(
      names = "--require-file",
      paramLabel = "PATH",
      description = "file that the run must write to its workspace to complete")
  private List<String> required = new ArrayList<>();

  boolean isInput() {
    return !files.isEmpty() || !assets.isEmpty() || !boards.isEmpty();
  }

  /** The text and all that goes with it, in order; none where there is only text. */
  List<InputItem> items(@Nullable String text) {
    if (!isInput()) {
      return List.of();
    }
    List<InputItem> items = new ArrayList<>();
    if (text != null && !text.isEmpty()) {
      items.add(new InputItem.Text(text));
    }
    files.forEach(file -> items.add(inline(file)));
    assets.forEach(id -> items.add(new InputItem.AssetReference(id)));
    boards.forEach(board -> items.add(board(board)));
    return items;
  }

  private InputItem inline(String file) {
    try {
      AttachmentUpload read = LocalFile.read(file, null);
      return new InputItem.InlineAsset(read.fileName(), null, read.contentBase64());
    } catch (IOException e) {
      throw new ParameterException(
          command.commandLine(), "the file cannot be sent: " + e.getMessage());
    }
  }

  private static InputItem board(String board) {
    int at = board.indexOf('@');
    return at < 0
        ? new InputItem.BoardReference(board, null)
        : new InputItem.BoardReference(board.substring(0, at), board.substring(at + 1));
  }

  List<String> bindingKeys() {
    return keys;
  }

  List<CompletionRequirement> requirements() {
    return required.stream()
        .map(path -> new CompletionRequirement(CompletionRequirement.Type.WORKSPACE_FILE, path))
        .toList();
  }
}
