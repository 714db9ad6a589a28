package dev.holdpoint.agent.tool;

import dev.holdpoint.agent.tool.input.CannotDo;
import dev.holdpoint.agent.tool.input.InputFields;
import dev.holdpoint.agent.tool.input.InputSchema;
import dev.holdpoint.agent.tool.input.Utf8;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import tools.jackson.databind.node.ObjectNode;

/** Reads the beginning of a text file. */
final class ReadFileTool extends WorkspaceTool {
  static final int MAX_BYTES = 256 * 1024;

  ReadFileTool() {
    super(
        "read_file",
        "Read a file of the workspace as UTF-8 text. Returns at most 256 KiB; "
            + "`cut` is true if there is more.",
        InputSchema.of(
            """
            {"type":"object","additionalProperties":false,"required":["path"],"properties":{
              "path":{"type":"string","minLength":1,"maxLength":4096,
                "description":"relative to the workspace"}}}\
            """),
        Behavior.ALLOW);
  }

  @Override
  public String place(Json input, Path workspace) {
    return Dependence.place(input, workspace);
  }

  @Override
  ObjectNode act(InputFields input, ToolContext context) throws CannotDo, IOException {
    Path file = regular(context, input.nonBlank("path", MAX_PATH));
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      boolean cut = bytes.length > MAX_BYTES;
      ObjectNode result = JsonTree.object();
      result.put("content", Utf8.text(bytes, Math.min(bytes.length, MAX_BYTES), cut));
      if (cut) {
        result.put("cut", true).put("size", Files.size(file));
      }
      return result;
    }
  }

  /** Opening a pipe or a device could block for ever. */
  static Path regular(ToolContext context, String name) throws CannotDo, IOException {
    Path file = context.resolve(name);
    if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new CannotDo("`" + name + "` is a folder; list it with list_files.");
    }
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new CannotDo("There is no file `" + name + "`; list_files shows the files.");
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new CannotDo("`" + name + "` is not a regular file.");
    }
    return file;
  }
}
