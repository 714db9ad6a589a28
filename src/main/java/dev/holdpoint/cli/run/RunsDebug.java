package dev.holdpoint.cli.run;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.run.RunBodies.DebugArtifactView;
import dev.holdpoint.api.run.RunBodies.RunDebugView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "debug",
    description = {
      "Lists the recorded model requests of a run, or prints one artifact.",
      "Nothing is recorded unless debug.capture is set."
    },
    footer = {
      "  holdpoint runs debug run_01M7EP4AKH0000F3ZBANCQVE8E",
      "  holdpoint runs debug run_01M7EP4AKH0000F3ZBANCQVE8E turn-0001-attempt-0001-model-request"
    })
final class RunsDebug extends DaemonCommand {
  @Parameters(index = "0", paramLabel = "RUN", description = "the run's id")
  private String runId;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "ARTIFACT",
      description = "the artifact to print")
  private @Nullable String artifactId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    if (artifactId != null) {
      print(client.runs().debugText(runId, artifactId), artifactId);
      return ExitCode.OK;
    }
    RunDebugView view = client.runs().debug(runId);
    if (json()) {
      printJson(view);
    } else if (view.artifacts().isEmpty()) {
      out()
          .println(
              "Nothing was recorded for this run. Start the daemon with debug.capture "
                  + "redacted or full.");
    } else {
      list(view);
    }
    return ExitCode.OK;
  }

  private void print(String text, String artifact) {
    if (json()) {
      printJson(Map.of("artifact_id", artifact, "text", text));
    } else {
      out().println(Visible.lines(text.stripTrailing()));
    }
  }

  private void list(RunDebugView view) {
    out().println("level " + Wire.name(view.level()));
    Table table = new Table("ARTIFACT", "FORMAT", "BYTES", "ON DISK", "");
    for (DebugArtifactView artifact : view.artifacts()) {
      table.row(
          artifact.artifactId(),
          Wire.name(artifact.format()),
          Long.toString(artifact.plaintextBytes()),
          Long.toString(artifact.bytes()),
          remarks(artifact));
    }
    table.print(out(), paint());
  }

  private static String remarks(DebugArtifactView artifact) {
    String cut = artifact.truncated() ? "cut, was " + artifact.originalBytes() : "";
    String sealed = artifact.encrypted() ? "encrypted" : "";
    return cut + (cut.isEmpty() || sealed.isEmpty() ? "" : ", ") + sealed;
  }
}
