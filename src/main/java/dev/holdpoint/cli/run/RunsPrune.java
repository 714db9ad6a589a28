package dev.holdpoint.cli.run;

import dev.holdpoint.api.run.RunBodies.PruneRunsRequest;
import dev.holdpoint.api.run.RunBodies.PruneRunsResult;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "prune",
    description = {
      "Deletes the debug artifacts of runs that ended long ago.",
      "The runs themselves and their events are kept."
    },
    footer = {
      "  holdpoint runs prune --older-than 7d --dry-run",
      "  holdpoint runs prune --older-than 12h --session deploys --limit 100"
    })
final class RunsPrune extends DaemonCommand {
  @Option(
      names = "--older-than",
      required = true,
      paramLabel = "TIME",
      converter = Spans.class,
      description = "age since the run ended: 45s, 90m, 12h, 30d or 2w")
  private Duration olderThan = Duration.ZERO;

  @Option(names = "--session", paramLabel = "SESSION", description = "only runs of this session")
  private @Nullable String sessionId;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "maximum number of runs; those that ended first are pruned first")
  private @Nullable Long limit;

  @Option(names = "--dry-run", description = "show what would be deleted, and delete nothing")
  private boolean dryRun;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    PruneRunsResult result =
        client.runs().prune(new PruneRunsRequest(olderThan.toMillis(), sessionId, limit, dryRun));
    if (json()) {
      printJson(result);
      return ExitCode.OK;
    }
    result.candidateRunIds().forEach(id -> out().println(told(result, id)));
    int runs = dryRun ? result.candidateRunIds().size() : result.prunedDebugRunIds().size();
    long bytes = dryRun ? result.candidateDebugBytes() : result.prunedDebugBytes();
    out()
        .println(
            "%s of %d that are old enough, %d bytes: %s"
                .formatted(
                    Times.count(runs, "run"),
                    result.matchedRunCount(),
                    bytes,
                    dryRun ? "would be pruned" : "pruned"));
    // Asked for and not done: the daemon's log says why.
    return dryRun || runs == result.candidateRunIds().size() ? ExitCode.OK : ExitCode.FAILED;
  }

  private String told(PruneRunsResult result, String runId) {
    boolean left = !dryRun && !result.prunedDebugRunIds().contains(runId);
    return runId + (left ? " could not be pruned" : "");
  }
}
