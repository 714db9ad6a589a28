package dev.holdpoint.agent.tool;

import dev.holdpoint.agent.tool.input.CannotDo;
import dev.holdpoint.agent.tool.input.InputFields;
import dev.holdpoint.agent.tool.input.InputSchema;
import dev.holdpoint.agent.tool.input.Utf8;
import dev.holdpoint.agent.tool.shell.ShellSecrets;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.PreconditionList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Runs a shell command in the workspace. */
final class BashTool extends WorkspaceTool {
  static final long DEFAULT_TIMEOUT_MS = 120_000;
  static final long MAX_TIMEOUT_MS = 600_000;

  private static final Set<Precondition.Type> DEPENDS_ON =
      EnumSet.of(
          Precondition.Type.FILE_SHA256, Precondition.Type.FILE_ABSENT, Precondition.Type.GIT_HEAD);

  private final Shell shell;

  BashTool(Shell shell) {
    super(
        "bash",
        "Run a shell command in the workspace. Returns `exit_code`, `stdout` and "
            + "`stderr`, each at most 64 KiB. Background processes of the command are "
            + "stopped when it exits. {{secret:ALIAS}} stands for a secret of this "
            + "conversation.",
        InputSchema.of(
            """
            {"type":"object","additionalProperties":false,"required":["command"],"properties":{
              "command":{"type":"string","minLength":1,"maxLength":120000},
              "timeout_ms":{"type":"integer","minimum":1,"maximum":600000,"default":120000},
              "cwd":{"type":"string","maxLength":4096,
                "description":"a folder, relative to the workspace"},
              "preconditions":{"type":"array","maxItems":20,
                "description":"what must not change between the approval and the run; a value that is left out is measured when the approval is requested",
                "items":{"type":"object","additionalProperties":false,"required":["type","path"],"properties":{
                  "type":{"enum":["file_sha256","file_absent","git_head"]},
                  "path":{"type":"string","minLength":1,"maxLength":4096,
                    "description":"relative to the workspace"},
                  "sha256":{"type":"string"},
                  "commit":{"type":"string"}}}}}}"""),
        Behavior.ASK);
    this.shell = shell;
  }

  @Override
  public List<Precondition> preconditions(Json input, Path workspace)
      throws PreconditionList.Unmet {
    return Dependence.listed(input, DEPENDS_ON);
  }

  @Override
  ObjectNode act(InputFields input, ToolContext context)
      throws CannotDo, IOException, InterruptedException {
    String command = input.nonBlank("command", Shell.MAX_COMMAND);
    if (command.indexOf('\0') >= 0) {
      throw new CannotDo("`command` contains a NUL character, which shells do not support.");
    }
    Long timeoutMs = input.optionalLong("timeout_ms", 1, MAX_TIMEOUT_MS);
    String cwd = input.optionalText("cwd", MAX_PATH);
    Path folder = Confinement.resolve(context.workspace(), cwd == null ? "" : cwd);
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new CannotDo("There is no folder `" + cwd + "`.");
    }
    ShellSecrets secrets = ShellSecrets.of(command, context.secrets());
    return result(
        shell.run(
            Utf8.bytes(secrets.command(), "command"),
            secrets.variables(),
            folder,
            Duration.ofMillis(timeoutMs == null ? DEFAULT_TIMEOUT_MS : timeoutMs),
            context));
  }

  private static ObjectNode result(Shell.Outcome outcome) {
    ObjectNode result =
        JsonTree.object()
            .put("exit_code", outcome.exitCode())
            .put("stdout", outcome.output().text())
            .put("stderr", outcome.error().text());
    if (outcome.output().cut()) {
      result.put("stdout_cut", true);
    }
    if (outcome.error().cut()) {
      result.put("stderr_cut", true);
    }
    if (outcome.timedOut()) {
      result.put("timed_out", true);
    }
    return result;
  }
}
