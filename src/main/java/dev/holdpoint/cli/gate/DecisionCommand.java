package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.GateText;
import dev.holdpoint.cli.RefusalText;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Decides approvals, run by run, and tells what became of each. */
abstract class DecisionCommand extends DaemonCommand {
  @Option(
      names = "--justification",
      paramLabel = "TEXT",
      description = "note to store with the decision")
  private @Nullable String justification;

  final @Nullable String justification() {
    return justification;
  }

  /** {@code allowed} or {@code denied}. */
  abstract String done();

  abstract ApprovalResolution of(ApprovalRow shown);

  /** The same with what was shown of it, where it was. */
  ApprovalResolution sent(ApprovalRow shown) {
    return of(shown);
  }

  /** No to what was shown, and only to that. */
  final ApprovalResolution denial(ApprovalRow shown, @Nullable String reason) {
    return denial(shown, reason, null);
  }

  final ApprovalResolution denial(
      ApprovalRow shown, @Nullable String reason, @Nullable String option) {
    return new ApprovalResolution(
            shown.request().id(),
            ApprovalBehavior.DENY,
            null,
            justification,
            reason,
            shown.request().digest(),
            null,
            null,
            option,
            null)
        .ofRevision(shown.request().revision());
  }

  final int decide(HoldpointClient client, List<ApprovalRow> approvals, @Nullable String key) {
    List<Batches.Outcome> outcomes =
        Batches.submit(client, approvals, this::sent, key, json() ? _ -> {} : this::tell);
    if (json()) {
      printJson(outcomes.stream().map(DecisionCommand::asJson).toList());
    }
    long failed = outcomes.stream().filter(outcome -> outcome.failure() != null).count();
    if (failed > 0 && outcomes.size() > 1) {
      out().flush();
      note(
          "holdpoint: %d of %s failed; their requests are still pending or were decided by others"
              .formatted(failed, Times.count(outcomes.size(), "run")));
    }
    return Batches.exitCode(outcomes);
  }

  private void tell(Batches.Outcome outcome) {
    CallFailed failure = outcome.failure();
    for (ApprovalRow row : outcome.approvals()) {
      String word =
          failure != null
              ? paint().red("failed ")
              : outcome.waits(row.request().id())
                  ? paint().yellow(outcome.holds(row.request().id()) ? "held   " : "counted")
                  : paint().green(done());
      out()
          .println(
              word
                  + "  "
                  + Visible.line(row.request().id())
                  + "  "
                  + GateText.brief(row.request(), 80));
      String waits = outcome.waitsFor(row.request().id());
      if (waits != null) {
        out().println(" ".repeat(9) + Visible.line(waits));
      }
    }
    out().flush();
    if (failure != null) {
      note("holdpoint: " + Visible.line(outcome.runId()) + ": " + RefusalText.told(failure));
    }
  }

  private static Map<String, Object> asJson(Batches.Outcome outcome) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("run_id", outcome.runId());
    members.put("request_ids", outcome.ids());
    CallFailed failure = outcome.failure();
    RunView run = outcome.run();
    members.put("ok", failure == null);
    if (run != null) {
      members.put("run", run);
    }
    if (failure != null) {
      Map<String, Object> error = new LinkedHashMap<>();
      error.put("status", failure.status());
      error.put("code", failure.code());
      error.put("message", String.valueOf(failure.getMessage()));
      failure.settlement().ifPresent(decided -> error.put("resolution", decided));
      if (!failure.errors().isEmpty()) {
        error.put("errors", failure.errors());
      }
      members.put("error", error);
    }
    return members;
  }
}
