package dev.holdpoint.cli.memory;

import dev.holdpoint.api.memory.LearningBodies.CreateLearningRequest;
import dev.holdpoint.api.memory.LearningBodies.LearningKind;
import dev.holdpoint.api.memory.LearningBodies.LearningScope;
import dev.holdpoint.api.memory.LearningBodies.LearningScopeKind;
import dev.holdpoint.api.memory.LearningBodies.LearningView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "add",
    description = "Adds a learning: by default, a fact for the workspace.",
    footer = {
      "  holdpoint learnings add 'The staging database is read-only'",
      "  holdpoint learnings add 'Answer in French' --kind preference --scope session:deploys"
    })
final class LearningsAdd extends DaemonCommand {
  private static final LearningScope WORKSPACE =
      new LearningScope(LearningScopeKind.WORKSPACE, "default");

  @Parameters(paramLabel = "TEXT", description = "text of the learning, at most 1600 characters")
  private String content;

  @Mixin private LearningFlags flags;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "makes a retry safe: the same key returns the same learning")
  private @Nullable String key;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    LearningKind kind = flags.kind();
    LearningScope scope = flags.scope();
    LearningView learning =
        client
            .learnings()
            .create(
                new CreateLearningRequest(
                    kind == null ? LearningKind.FACT : kind,
                    scope == null ? WORKSPACE : scope,
                    content,
                    flags.sensitivity(),
                    flags.tier(),
                    flags.decision(),
                    flags.verification(),
                    null,
                    key));
    if (json()) {
      printJson(learning);
    } else {
      out().println(Visible.line(learning.learningId()));
    }
    return ExitCode.OK;
  }
}
