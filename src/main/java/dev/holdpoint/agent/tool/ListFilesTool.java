package dev.holdpoint.agent.tool;

import dev.holdpoint.agent.tool.input.CannotDo;
import dev.holdpoint.agent.tool.input.InputFields;
import dev.holdpoint.agent.tool.input.InputSchema;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.engine.json.JsonTree;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists one folder. */
final class ListFilesTool extends WorkspaceTool {
  static final int MAX_ENTRIES = 1_000;

  ListFilesTool() {
    super(
        "list_files",
        "List a folder of the workspace, sorted by name. Returns at most 1000 "
            + "entries; `cut` is true if there are more.",
        InputSchema.of(
            """
            {"type":"object","additionalProperties":false,"properties":{
              "path":{"type":"string","maxLength":4096,
                "description":"relative to the workspace (default: the workspace itself)"}}}"""),
        Behavior.ALLOW);
  }

  @Override
  ObjectNode act(InputFields input, ToolContext context) throws CannotDo, IOException {
    String name = input.optionalText("path", MAX_PATH);
    Path folder = Confinement.resolve(context.workspace(), name == null ? "" : name);
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new CannotDo("There is no folder `" + name + "`.");
    }
    // Only the first names are held, however many there are.
    TreeSet<String> names = new TreeSet<>();
    boolean cut = false;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        names.add(String.valueOf(entry.getFileName()));
        if (names.size() > MAX_ENTRIES) {
          names.pollLast();
          cut = true;
        }
      }
    }
    ObjectNode result = JsonTree.object();
    ArrayNode array = result.putArray("entries");
    for (String entry : names) {
      describe(folder.resolve(entry), array);
    }
    if (cut) {
      result.put("cut", true);
    }
    return result;
  }

  private static void describe(Path path, ArrayNode array) throws IOException {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      array
          .addObject()
          .put("name", String.valueOf(path.getFileName()))
          .put("type", type(attributes))
          .put("size", attributes.size());
    } catch (NoSuchFileException e) {
      // It went away since it was listed, so it is not there.
      return;
    }
  }

  private static String type(BasicFileAttributes attributes) {
    if (attributes.isDirectory()) {
      return "folder";
    }
    if (attributes.isSymbolicLink()) {
      return "link";
    }
    return attributes.isRegularFile() ? "file" : "other";
  }
}
