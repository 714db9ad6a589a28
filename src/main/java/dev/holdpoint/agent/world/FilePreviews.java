package dev.holdpoint.agent.world;

import dev.holdpoint.agent.tool.Confinement;
import dev.holdpoint.agent.tool.Occurrences;
import dev.holdpoint.agent.tool.input.CannotDo;
import dev.holdpoint.agent.tool.input.InputFields;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.secret.Scrubbing;
import dev.holdpoint.core.world.CallPreview;
import dev.holdpoint.core.world.CallPreview.FileChange;
import dev.holdpoint.core.world.CallPreview.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What write_file and edit_file would make of a file, found as these tools find it. */
final class FilePreviews {
  private static final int MAX_PATH = 4_096;
  private static final int MAX_INPUT = 4 << 20;

  private FilePreviews() {}

  /** Empty for a call of any other tool, and for one whose input its tool refuses. */
  static List<FileChange> of(ToolCall call, Path workspace, Scrubbing secrets, int context) {
    try {
      InputFields input = InputFields.of(call.input());
      return switch (call.tool()) {
        case "write_file" -> List.of(write(input, workspace, secrets, context));
        case "edit_file" -> List.of(edit(input, workspace, secrets, context));
        default -> List.of();
      };
    } catch (CannotDo e) {
      return List.of();
    }
  }

  private static FileChange write(InputFields input, Path workspace, Scrubbing secrets, int context)
      throws CannotDo {
    String name = input.nonBlank("path", MAX_PATH);
    String content = input.text("content", MAX_INPUT);
    Found found = read(workspace, name);
    if (found.problem != null || isLarge(content)) {
      return FileChange.impossible(
          name, found.problem == null ? Problem.TOO_LARGE : found.problem, null);
    }
    String before = found.bytes == null ? null : text(found.bytes);
    if (found.bytes != null && before == null) {
      return FileChange.impossible(name, Problem.NOT_TEXT, null);
    }
    return FileChange.of(
        name, before == null ? null : secrets.scrub(before), secrets.scrub(content), context);
  }

  private static FileChange edit(InputFields input, Path workspace, Scrubbing secrets, int context)
      throws CannotDo {
    String name = input.nonBlank("path", MAX_PATH);
    String replaced = input.text("old", MAX_INPUT);
    String next = input.text("new", MAX_INPUT);
    if (isLarge(replaced) || isLarge(next)) {
      return FileChange.impossible(name, Problem.TOO_LARGE, null);
    }
    byte[] old = replaced.getBytes(StandardCharsets.UTF_8);
    Found found = read(workspace, name);
    if (found.problem != null || found.bytes == null || old.length == 0) {
      return FileChange.impossible(
          name, found.problem == null ? Problem.NOT_FOUND : found.problem, null);
    }
    String before = text(found.bytes);
    if (before == null) {
      return FileChange.impossible(name, Problem.NOT_TEXT, null);
    }
    Occurrences places = Occurrences.of(old, found.bytes);
    if (places.count() != 1) {
      return FileChange.impossible(
          name,
          places.count() == 0 ? Problem.NOT_FOUND : Problem.AMBIGUOUS,
          places.count() == 0 ? null : places.count());
    }
    if (found.bytes.length - old.length > CallPreview.LARGEST - size(next)) {
      return FileChange.impossible(name, Problem.TOO_LARGE, null);
    }
    String after =
        new String(found.bytes, 0, places.first(), StandardCharsets.UTF_8)
            + next
            + new String(
                found.bytes,
                places.first() + old.length,
                found.bytes.length - places.first() - old.length,
                StandardCharsets.UTF_8);
    return FileChange.of(name, secrets.scrub(before), secrets.scrub(after), context);
  }

  private static boolean isLarge(String text) {
    return size(text) > CallPreview.LARGEST;
  }

  private static int size(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /**
   * @param bytes null for a file that is not there
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Found(byte @Nullable [] bytes, @Nullable Problem problem) {}

  private static Found read(Path workspace, String name) {
    try {
      Path file = Confinement.resolve(workspace, name);
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        return new Found(null, null);
      }
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        return new Found(null, Problem.NOT_TEXT);
      }
      byte[] bytes = RegularFile.bytes(file, CallPreview.LARGEST);
      return bytes == null ? new Found(null, Problem.TOO_LARGE) : new Found(bytes, null);
    } catch (CannotDo e) {
      return new Found(null, Problem.OUTSIDE);
    } catch (IOException e) {
      return new Found(null, Problem.NOT_TEXT);
    }
  }

  /** Null for what is no text. */
  private static @Nullable String text(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.indexOf('\0') < 0 ? text : null;
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
