package dev.holdpoint.agent.tool;

import dev.holdpoint.agent.tool.input.CannotDo;
import dev.holdpoint.agent.tool.input.InputFields;
import dev.holdpoint.agent.tool.input.InputSchema;
import dev.holdpoint.agent.tool.input.Utf8;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.engine.json.JsonTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Replaces one passage of a file. It works on bytes, which for UTF-8 finds the same passages and
 * leaves alone what is not UTF-8.
 */
final class EditFileTool extends WorkspaceTool {
  static final int MAX_CHARS = 1 << 20;
  static final int MAX_FILE = 16 << 20;

  EditFileTool() {
    super(
        "edit_file",
        "Replace `old`, which must occur exactly once in the file, by `new`.",
        InputSchema.of(
            """
            {"type":"object","additionalProperties":false,"required":["path","old","new"],"properties":{
              "path":{"type":"string","minLength":1,"maxLength":4096,
                "description":"relative to the workspace"},
              "old":{"type":"string","minLength":1,"maxLength":1048576},
              "new":{"type":"string","maxLength":1048576}}}\
            """),
        Behavior.ASK);
  }

  /** The state of the file that it changes. */
  @Override
  public List<Precondition> preconditions(Json input, Path workspace) {
    return Dependence.onTarget(input, workspace);
  }

  @Override
  public String place(Json input, Path workspace) {
    return Dependence.place(input, workspace);
  }

  @Override
  ObjectNode act(InputFields input, ToolContext context)
      throws CannotDo, IOException, InterruptedException {
    String name = input.nonBlank("path", MAX_PATH);
    byte[] old = Utf8.bytes(input.text("old", MAX_CHARS), "old");
    byte[] replacement = Utf8.bytes(input.text("new", MAX_CHARS), "new");
    if (old.length == 0) {
      throw new CannotDo("`old` must not be empty; write_file creates a file.");
    }
    Path file = ReadFileTool.regular(context, name);
    byte[] content = read(file, name);
    Occurrences found = Occurrences.of(old, content);
    if (found.count() != 1) {
      throw new CannotDo(
          found.count() == 0
              ? "`old` does not occur in `" + name + "`; read it with read_file."
              : "`old` occurs "
                  + found.count()
                  + " times in `"
                  + name
                  + "`; add text around it until it"
                  + " occurs once.");
    }
    int at = found.first();
    byte[] edited =
        ByteBuffer.allocate(content.length - old.length + replacement.length)
            .put(content, 0, at)
            .put(replacement)
            .put(content, at + old.length, content.length - at - old.length)
            .array();
    AtomicWrite.to(file, edited, context.lastLookAt(name, file));
    return JsonTree.object().put("path", name).put("bytes", edited.length);
  }

  private static byte[] read(Path file, String name) throws CannotDo, IOException {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] content = in.readNBytes(MAX_FILE + 1);
      if (content.length > MAX_FILE) {
        throw new CannotDo("`" + name + "` is larger than 16 MiB; edit it with bash.");
      }
      return content;
    }
  }
}
