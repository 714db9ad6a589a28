package dev.holdpoint.agent.tool;

import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** The tools over a real folder, as a run would call them. */
final class ToolBench {
  final Path workspace;
  final Path registry;
  final Processes processes;
  SecretValues secrets = SecretValues.NONE;
  final Tools tools;

  ToolBench(Path folder) throws IOException {
    this(folder, System.getenv());
  }

  ToolBench(Path folder, Map<String, String> environment) throws IOException {
    registry = folder.resolve("registry");
    processes = new Processes(registry);
    workspace = new Workspaces(folder.resolve("workspaces")).of("ses_1");
    tools = new Tools(Tools.ofWorkspace(processes, environment));
  }

  /** Calls a tool with members and values by turns. */
  JsonNode call(String tool, Object... members) throws InterruptedException {
    var input = JsonTree.object();
    for (int i = 0; i < members.length; i += 2) {
      String name = (String) members[i];
      switch (members[i + 1]) {
        case String text -> input.put(name, text);
        case Integer number -> input.put(name, number);
        case Boolean flag -> input.put(name, flag);
        default -> throw new IllegalArgumentException("no such value in a test");
      }
    }
    return callRaw(tool, JsonTree.write(input));
  }

  JsonNode callRaw(String tool, Json input) throws InterruptedException {
    try {
      Json result =
          ((LocalTool) Objects.requireNonNull(tools.find(tool)))
              .run(input, new ToolContext(workspace, "run_1", "call/1", secrets));
      return JsonTree.read(result.text());
    } catch (NotJson e) {
      throw new AssertionError(e);
    }
  }

  void write(String name, String content) throws IOException {
    Path file = workspace.resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, content);
  }
}
