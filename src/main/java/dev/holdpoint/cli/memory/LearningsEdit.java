package dev.holdpoint.cli.memory;

import dev.holdpoint.api.memory.LearningBodies.EditLearningRequest;
import dev.holdpoint.api.memory.LearningBodies.LearningView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "edit",
    description = "Changes a learning. Fields without a flag stay as they are.",
    footer = {
      "  holdpoint learnings edit lrn_… --verification verified",
      "  holdpoint learnings edit lrn_… --content 'Deploys wait for Monday'"
    })
final class LearningsEdit extends DaemonCommand {
  @Parameters(paramLabel = "LEARNING", description = "its id")
  private String learningId;

  @Option(names = "--content", paramLabel = "TEXT", description = "new text")
  private @Nullable String content;

  @Mixin private LearningFlags flags;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    EditLearningRequest edit =
        new EditLearningRequest(
            flags.kind(),
            flags.scope(),
            content,
            flags.sensitivity(),
            flags.tier(),
            flags.decision(),
            flags.verification(),
            null);
    if (edit.equals(new EditLearningRequest(null, null, null, null, null, null, null, null))) {
      throw usage("Nothing to change; give at least one flag");
    }
    LearningView learning = client.learnings().edit(learningId, edit);
    if (json()) {
      printJson(learning);
    } else {
      LearningText.print(learning, out(), paint());
    }
    return ExitCode.OK;
  }
}
