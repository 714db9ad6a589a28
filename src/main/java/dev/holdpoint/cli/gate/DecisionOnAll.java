package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.ListFlags;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.GateFilter;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Decides everything that waits. */
abstract class DecisionOnAll extends DecisionCommand {
  @Option(
      names = "--session",
      paramLabel = "SESSION",
      description = "only requests of this session")
  private @Nullable String sessionId;

  @Option(names = "--dry-run", description = "show the pending requests without deciding them")
  private boolean dryRun;

  @Override
  protected final int run(HoldpointClient client) throws CallFailed {
    if (sessionId != null) {
      // A mistyped name must not look as if nothing waited there.
      client.sessions().find(sessionId);
    }
    List<ApprovalRow> waiting =
        ListFlags.everything(wish -> client.approvals().page(sessionId, GateFilter.PENDING, wish));
    if (dryRun) {
      show(waiting);
      return ExitCode.OK;
    }
    if (waiting.isEmpty() && !json()) {
      out().println("No pending approvals.");
      return ExitCode.OK;
    }
    return decide(client, waiting, null);
  }

  private void show(List<ApprovalRow> waiting) {
    if (json()) {
      printJson(waiting);
      return;
    }
    waiting.forEach(
        row ->
            out()
                .println(
                    "would be "
                        + done().strip()
                        + "  "
                        + Visible.line(row.request().id())
                        + "  "
                        + GateText.brief(row.request(), 80)));
  }
}
