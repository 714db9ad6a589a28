package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.gate.ManyBodies.ManyMode;
import dev.holdpoint.api.gate.ManyBodies.ManyResolutionsRequest;
import dev.holdpoint.api.gate.ManyBodies.OneResult;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.ListFlags;
import dev.holdpoint.cli.RefusalText;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.GateFilter;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.ArrayList;
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
    return decideEach(client, waiting);
  }

  /** Each by itself: one that is refused keeps no other back. */
  private int decideEach(HoldpointClient client, List<ApprovalRow> waiting) throws CallFailed {
    List<OneResult> results = new ArrayList<>();
    int failed = 0;
    // Parts of about one size: a part with one request would pass for a decision on that alone.
    int parts = Math.ceilDiv(waiting.size(), Limits.RESOLUTIONS_EACH);
    int size = parts == 0 ? 0 : Math.ceilDiv(waiting.size(), parts);
    for (int from = 0; from < waiting.size(); from += size) {
      List<ApprovalRow> part = waiting.subList(from, Math.min(waiting.size(), from + size));
      List<OneResult> done =
          client
              .approvals()
              .resolveMany(
                  new ManyResolutionsRequest(
                      part.stream().map(this::of).toList(), ManyMode.EACH, null))
              .results();
      results.addAll(done);
      for (int i = 0; i < done.size(); i++) {
        CallFailed failure = ManyRefusals.of(done.get(i));
        if (failure != null) {
          failed++;
        }
        if (!json()) {
          tell(part.get(i), done.get(i), failure);
        }
      }
    }
    if (json()) {
      printJson(results);
    }
    if (failed > 0 && results.size() > 1) {
      out().flush();
      note(
          "holdpoint: %d of %s failed; they are still pending or were decided by others"
              .formatted(failed, Times.count(results.size(), "request")));
    }
    return ManyRefusals.exitCode(results);
  }

  private void tell(ApprovalRow row, OneResult result, @Nullable CallFailed failure) {
    String word =
        switch (result.result()) {
          case RESOLVED -> paint().green(done());
          case WAITING -> paint().green("agreed ");
          case REFUSED -> paint().red("failed ");
        };
    out()
        .println(
            word
                + "  "
                + Visible.line(row.request().id())
                + "  "
                + GateText.brief(row.request(), 80)
                + (result.result() == OneResult.Result.WAITING ? "  (others have to agree)" : ""));
    if (failure != null) {
      out().flush();
      note("holdpoint: " + Visible.line(row.request().id()) + ": " + RefusalText.told(failure));
    }
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
