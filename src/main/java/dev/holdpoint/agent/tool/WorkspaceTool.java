package dev.holdpoint.agent.tool;

import dev.holdpoint.agent.tool.input.CannotDo;
import dev.holdpoint.agent.tool.input.InputFields;
import dev.holdpoint.agent.tool.input.InputSchema;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** What the tools here have in common: strict input, and every failure as a result. */
abstract class WorkspaceTool implements LocalTool {
  static final int MAX_PATH = 4_096;

  private final String name;
  private final String description;
  private final Json inputSchema;
  private final Set<String> members;
  private final Behavior defaultRule;

  WorkspaceTool(String name, String description, InputSchema schema, Behavior defaultRule) {
    this.name = name;
    this.description = description;
    this.inputSchema = schema.json();
    this.members = schema.members();
    this.defaultRule = defaultRule;
  }

  abstract ObjectNode act(InputFields input, ToolContext context)
      throws CannotDo, IOException, InterruptedException;

  @Override
  public final Json run(Json input, ToolContext context) throws InterruptedException {
    try {
      return JsonTree.write(act(InputFields.of(input).only(members), context));
    } catch (CannotDo e) {
      return error(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return error(explain(e));
    }
  }

  private static Json error(String message) {
    return JsonTree.write(JsonTree.object().put("error", message));
  }

  // The file's absolute path says where the daemon keeps its data, and the model cannot use it.
  private static String explain(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "There is no such file; list_files shows the files.";
      case AccessDeniedException _ -> "The file's permissions do not allow this.";
      case DirectoryNotEmptyException _ -> "There is a folder with that name.";
      case FileSystemException f -> "The file system refused: " + f.getReason() + ".";
      default -> "It failed: " + e.getMessage() + ".";
    };
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String description() {
    return description;
  }

  @Override
  public final Json inputSchema() {
    return inputSchema;
  }

  @Override
  public final Behavior defaultRule() {
    return defaultRule;
  }

  @Override
  public final boolean hasEffect() {
    // What may happen without asking is what changes nothing.
    return defaultRule != Behavior.ALLOW;
  }
}
