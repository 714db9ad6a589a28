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
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Creates or replaces a file. */
final class WriteFileTool extends WorkspaceTool {
  static final int MAX_CHARS = 4 << 20;

  WriteFileTool() {
    super(
        "write_file",
        "Create or replace a file of the workspace with this text. Missing "
            + "folders are created.",
        InputSchema.of(
            """
            {"type":"object","additionalProperties":false,"required":["path","content"],"properties":{
              "path":{"type":"string","minLength":1,"maxLength":4096,
                "description":"relative to the workspace"},
              "content":{"type":"string","maxLength":4194304}}}\
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
    byte[] content = Utf8.bytes(input.text("content", MAX_CHARS), "content");
    Path file = context.resolve(name);
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      ReadFileTool.regular(context, name);
    }
    Path folder = file.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    AtomicWrite.to(file, content, context.lastLookAt(name, file));
    return JsonTree.object().put("path", name).put("bytes", content.length);
  }
}
